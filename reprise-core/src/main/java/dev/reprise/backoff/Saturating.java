package dev.reprise.backoff;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Reckon with times that stop at the end of their range instead of leaving it. */
final class Saturating {
    static final long NANOS_PER_MS = 1_000_000;
    /** {@link Long#MAX_VALUE} nanoseconds, about 292 years, in milliseconds. */
    static final double MAX_MS = Long.MAX_VALUE / 1e6;

    private Saturating() {}

    static long nanos(Duration notNegative) {
        try {
            return notNegative.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    static double millis(Duration notNegative) {
        return Math.min(notNegative.getSeconds() * 1e3 + notNegative.getNano() / 1e6, MAX_MS);
    }

    static long multiply(long notNegative, long times) {
        long high = Math.multiplyHigh(notNegative, times);
        long low = notNegative * times;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    static Instant plus(Instant now, Duration notNegative) {
        try {
            return now.plus(notNegative);
        } catch (DateTimeException | ArithmeticException tooFar) {
            return Instant.MAX;
        }
    }
}
