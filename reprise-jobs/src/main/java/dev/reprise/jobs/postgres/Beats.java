package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.Beat;
import dev.reprise.jobs.store.Held;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Renews leases. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Beats(Database database, Runner runner, UUID worker) {
    Beat beat(List<Held> held, Duration lease) {
        throw new UnsupportedOperationException("beat");
    }
}
