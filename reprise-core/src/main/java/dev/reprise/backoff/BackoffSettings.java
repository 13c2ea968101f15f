package dev.reprise.backoff;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hold and check everything that makes two schedules equal.
 *
 * @param curve which curve
 * @param points the steps, or the one base
 * @param factor growth of an exponential curve; 2 on every other, where it means nothing
 * @param max ceiling of the curve, or null
 * @param limit bound of the finished delay, or null
 * @param jitter how the delay is spread
 * @param free how many first failures cost nothing
 */
record BackoffSettings(
        CurveKind curve,
        List<Duration> points,
        double factor,
        @Nullable Duration max,
        @Nullable Duration limit,
        Jitter jitter,
        int free) {
    static final double DEFAULT_FACTOR = 2;

    BackoffSettings {
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("steps: empty; allowed is one duration or more");
        }
        for (Duration point : points) {
            requireNotNegative(curve == CurveKind.STEPS ? "steps" : curve.baseName(), point);
        }
        if (!(factor >= 1) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("factor: " + factor + " is not a finite number from 1 up");
        }
        if (max != null) {
            requireNotNegative("max", max);
            requireMaxFits(curve, points.get(0), max);
        }
        if (limit != null && (limit.isNegative() || limit.isZero())) {
            String given = limit.isZero() ? Durations.format(limit) : limit.toString();
            throw new IllegalArgumentException("limit: " + given + " is not above zero");
        }
        if (free < 0) {
            throw new IllegalArgumentException("free: " + free + " is negative; allowed is zero or more");
        }
    }

    static BackoffSettings of(CurveKind curve, List<Duration> points) {
        return new BackoffSettings(curve, points, DEFAULT_FACTOR, null, null, Jitter.none(), 0);
    }

    Duration base() {
        return points.get(0);
    }

    long limitNanos() {
        return limit == null ? Long.MAX_VALUE : Saturating.nanos(limit);
    }

    boolean isJittered() {
        return jitter.kind() != Jitter.Kind.NONE;
    }

    BackoffSettings withFactor(double factor) {
        BackoffSettings changed = new BackoffSettings(curve, points, factor, max, limit, jitter, free);
        if (curve != CurveKind.EXPONENTIAL) {
            throw new IllegalStateException(
                    "factor: " + factor + " contradicts the curve " + curve.word() + "; only exponential has a factor");
        }
        return changed;
    }

    BackoffSettings withMax(@Nullable Duration max) {
        return new BackoffSettings(curve, points, factor, max, limit, jitter, free);
    }

    BackoffSettings withLimit(@Nullable Duration limit) {
        return new BackoffSettings(curve, points, factor, max, limit, jitter, free);
    }

    BackoffSettings withJitter(Jitter jitter) {
        return new BackoffSettings(curve, points, factor, max, limit, jitter, free);
    }

    BackoffSettings withFree(int free) {
        return new BackoffSettings(curve, points, factor, max, limit, jitter, free);
    }

    private static void requireMaxFits(CurveKind curve, Duration base, Duration max) {
        if (curve == CurveKind.STEPS) {
            throw new IllegalStateException("max: " + Durations.format(max)
                    + " contradicts the curve steps, whose last step is its ceiling; bound the delay with limit");
        }
        if (max.compareTo(base) < 0) {
            throw new IllegalStateException("max: " + Durations.format(max) + " is below " + curve.baseName() + ": "
                    + Durations.format(base) + "; allowed is " + curve.baseName() + " or more");
        }
    }

    private static void requireNotNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw new IllegalArgumentException(name + ": " + value + " is negative; allowed is zero or more");
        }
    }
}
