package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.EndingVerdict;
import java.util.List;
import java.util.UUID;

/** Writes endings. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Endings(Database database, Runner runner, UUID worker) {
    List<EndingVerdict> end(UUID flush, List<AttemptEnding> endings) {
        throw new UnsupportedOperationException("end");
    }
}
