package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;

/** What people do to jobs and queues. */
record Operations(Database database, Runner runner) {
    CancelResult cancel(UUID id) {
        return Unwritten.half("cancel");
    }

    RedriveResult redrive(UUID id, Redrive redrive) {
        return Unwritten.half("redrive");
    }

    boolean pause(String queue) {
        return Unwritten.half("pause");
    }

    boolean resume(String queue) {
        return Unwritten.half("resume");
    }

    Set<String> pausedQueues() {
        return Unwritten.half("pausedQueues");
    }

    int prune(Duration keep, int atMost) {
        return Unwritten.half("prune");
    }
}
