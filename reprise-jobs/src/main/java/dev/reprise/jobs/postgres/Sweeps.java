package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Promoted;
import dev.reprise.jobs.store.Reclaim;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Moves jobs whose time has come: due, past their deadline, or out of lease. */
record Sweeps(Database database, Runner runner, UUID worker) {
    Promoted promote(int atMost) {
        return Unwritten.half("promote");
    }

    List<UUID> expire(int atMost) {
        return Unwritten.half("expire");
    }

    List<Lapsed> lapsed(@Nullable UUID afterId, int atMost) {
        return Unwritten.half("lapsed");
    }

    List<EndingVerdict> reclaim(List<Reclaim> reclaims) {
        return Unwritten.half("reclaim");
    }
}
