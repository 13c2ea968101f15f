package dev.reprise.jobs.memory;

import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.JobStoreContract;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The store in memory, on a clock that stands still until it is moved. */
class MemoryContractTest extends JobStoreContract {
    private volatile Instant now = Instant.parse("2026-12-01T10:00:00.123456Z");
    private final MemoryJobStore store = MemoryJobStore.on(() -> now);

    @Override
    public JobStore store() {
        return store;
    }

    @Override
    public void advance(Duration by) {
        now = now.plus(by);
    }

    @Override
    public void spendAttempts(UUID job, int attempts) {
        Lane lane = store.find(job)
                .map(found -> new Lane(found.queue(), found.type(), null))
                .orElseThrow();
        try (WorkerSession session = store.openSession(UUID.randomUUID())) {
            for (int i = 0; i < attempts; i++) {
                Claimed claimed =
                        session.claim(List.of(lane), 1, Duration.ofMinutes(1)).get(0);
                session.end(UUID.randomUUID(), List.of(interrupted(claimed)));
            }
        }
    }

    private static AttemptEnding interrupted(Claimed claimed) {
        return new AttemptEnding(
                claimed.id(),
                claimed.epoch(),
                claimed.attempt(),
                Kind.INTERRUPT,
                Duration.ZERO,
                new byte[0],
                null,
                null,
                null,
                null,
                List.of());
    }
}
