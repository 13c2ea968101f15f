package dev.reprise.jobs.worker;

import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what belongs to the user, or may take its time, away from the threads that must not wait. */
final class Aside {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final Executor threads;

    Aside(Executor threads) {
        this.threads = threads;
    }

    /** Runs it once; what it throws is logged. */
    void run(String name, Runnable action) {
        threads.execute(() -> {
            try {
                action.run();
            } catch (Throwable failure) {
                LOG.warn("{} failed", name, failure);
            }
        });
    }
}
