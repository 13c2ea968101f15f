package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Promoted;
import dev.reprise.jobs.store.Reclaim;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Moves jobs whose time has come: due, past their deadline, or out of lease. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Sweeps(Database database, Runner runner, UUID worker) {
    Promoted promote(int atMost) {
        throw new UnsupportedOperationException("promote");
    }

    List<UUID> expire(int atMost) {
        throw new UnsupportedOperationException("expire");
    }

    List<Lapsed> lapsed(@Nullable UUID afterId, int atMost) {
        throw new UnsupportedOperationException("lapsed");
    }

    List<EndingVerdict> reclaim(List<Reclaim> reclaims) {
        throw new UnsupportedOperationException("reclaim");
    }
}
