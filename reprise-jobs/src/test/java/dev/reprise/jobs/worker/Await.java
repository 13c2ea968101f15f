package dev.reprise.jobs.worker;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other threads do, and fails if it takes too long. */
final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long until = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            LockSupport.parkNanos(200_000);
        }
    }
}
