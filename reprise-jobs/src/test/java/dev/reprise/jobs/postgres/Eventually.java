package dev.reprise.jobs.postgres;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other threads and the server do, and fails if it takes too long. */
final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Eventually() {}

    static void holds(String what, Callable<Boolean> condition) throws Exception {
        long until = System.nanoTime() + LIMIT.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - until > 0) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
    }
}
