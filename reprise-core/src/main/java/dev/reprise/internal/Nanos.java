package dev.reprise.internal;

import java.time.Duration;

/** Count durations in nanoseconds that stop at {@link Long#MAX_VALUE}, about 292 years. */
public final class Nanos {
    private Nanos() {}

    /**
     * Count a duration.
     *
     * @param notNegative zero or more
     * @return its nanoseconds, saturating
     */
    public static long of(Duration notNegative) {
        try {
            return notNegative.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * Add two counts.
     *
     * @param a zero or more
     * @param b zero or more
     * @return their sum, saturating
     */
    public static long plus(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
