package dev.reprise.backoff;

import java.util.function.IntPredicate;

/**
 * Compute a curve under its ceiling: exactly in nanoseconds for delays that are not drawn, in milliseconds as a double
 * for those that are. Nothing here is fast; the delays keep what it computes in a table.
 */
final class Curve {
    private final CurveKind kind;
    private final long[] pointNanos;
    private final double[] pointMs;
    private final double factor;
    private final long ceilingNanos;
    private final double ceilingMs;

    Curve(BackoffSettings settings) {
        kind = settings.curve();
        pointNanos = settings.points().stream().mapToLong(Saturating::nanos).toArray();
        pointMs = settings.points().stream().mapToDouble(Saturating::millis).toArray();
        factor = settings.factor();
        ceilingNanos = settings.max() == null ? Long.MAX_VALUE : Saturating.nanos(settings.max());
        ceilingMs = settings.max() == null ? Saturating.MAX_MS : Saturating.millis(settings.max());
    }

    /** The delay at {@code n}, from 1, in milliseconds. */
    double ms(int n) {
        return switch (kind) {
            case EXPONENTIAL -> exponentialMs(n);
            case LINEAR -> Math.min(pointMs[0] * n, ceilingMs);
            default -> pointMs[Math.min(n, pointMs.length) - 1];
        };
    }

    /** The delay at {@code n}, from 1, in nanoseconds. */
    long nanos(int n) {
        return switch (kind) {
            case EXPONENTIAL -> exponentialNanos(n);
            case LINEAR -> Math.min(Saturating.multiply(pointNanos[0], n), ceilingNanos);
            default -> pointNanos[Math.min(n, pointNanos.length) - 1];
        };
    }

    /** From where on {@link #ms} stays the same; {@link Integer#MAX_VALUE} if nowhere before. */
    int msSettledAt() {
        return settledAt(n -> ms(n) >= ceilingMs);
    }

    /** From where on {@link #nanos} stays the same; {@link Integer#MAX_VALUE} if nowhere before. */
    int nanosSettledAt() {
        return settledAt(n -> nanos(n) >= ceilingNanos);
    }

    private int settledAt(IntPredicate atCeiling) {
        if (isFlat()) {
            return pointNanos.length;
        }
        int low = 1;
        int high = Integer.MAX_VALUE;
        while (low < high) {
            int middle = low + (high - low) / 2;
            if (atCeiling.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isFlat() {
        return switch (kind) {
            case EXPONENTIAL -> factor == 1 || pointNanos[0] == 0;
            case LINEAR -> pointNanos[0] == 0;
            default -> true;
        };
    }

    private double exponentialMs(int n) {
        // The power overflows to infinity, and zero times that is no number.
        return isFlat() ? pointMs[0] : Math.min(pointMs[0] * StrictMath.pow(factor, n - 1), ceilingMs);
    }

    private long exponentialNanos(int n) {
        long nanos = pointNanos[0];
        if (isFlat() || n == 1) {
            return nanos;
        }
        if (factor != Math.rint(factor)) {
            double ms = exponentialMs(n);
            return ms >= ceilingMs ? ceilingNanos : Math.min(Math.round(ms * 1e6), ceilingNanos);
        }
        // At least doubles each time: at most 63 turns.
        long times = (long) factor;
        for (int i = 1; i < n && nanos < ceilingNanos; i++) {
            nanos = Saturating.multiply(nanos, times);
        }
        return Math.min(nanos, ceilingNanos);
    }
}
