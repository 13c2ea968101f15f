package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** What people do to jobs and queues. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Operations(Database database, Runner runner) {
    CancelResult cancel(UUID id) {
        throw new UnsupportedOperationException("cancel");
    }

    RedriveResult redrive(UUID id, Redrive redrive) {
        throw new UnsupportedOperationException("redrive");
    }

    boolean pause(String queue) {
        throw new UnsupportedOperationException("pause");
    }

    boolean resume(String queue) {
        throw new UnsupportedOperationException("resume");
    }

    Set<String> pausedQueues() {
        throw new UnsupportedOperationException("pausedQueues");
    }

    int prune(Duration keep, int atMost) {
        throw new UnsupportedOperationException("prune");
    }
}
