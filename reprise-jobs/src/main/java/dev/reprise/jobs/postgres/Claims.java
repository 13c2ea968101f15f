package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Claims jobs. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Claims(Database database, Runner runner, UUID worker) {
    List<Claimed> claim(List<Lane> lanes, int batch, Duration lease) {
        throw new UnsupportedOperationException("claim");
    }
}
