package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.EndingVerdict;
import java.util.List;
import java.util.UUID;

/** Writes endings. */
record Endings(Database database, Runner runner, UUID worker) {
    List<EndingVerdict> end(UUID flush, List<AttemptEnding> endings) {
        return Unwritten.half("end");
    }
}
