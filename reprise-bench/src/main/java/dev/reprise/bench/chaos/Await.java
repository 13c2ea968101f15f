package dev.reprise.bench.chaos;

import java.time.Duration;

/** Waits for states that other processes bring about. */
final class Await {
    private static final long POLL_MILLIS = 10;

    private Await() {}

    /** Waits until it holds; an {@link IllegalStateException} says what did not come in time. */
    static void until(String what, Duration patience, Condition condition) throws Exception {
        if (!within(patience, condition)) {
            throw new IllegalStateException("within " + patience.toSeconds() + " s it did not come to this: " + what);
        }
    }

    /** Waits until it holds, or the patience is over; tells which. */
    static boolean within(Duration patience, Condition condition) throws Exception {
        long until = System.nanoTime() + patience.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - until > 0) {
                return false;
            }
            Thread.sleep(POLL_MILLIS);
        }
        return true;
    }

    /** Something to wait for. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }
}
