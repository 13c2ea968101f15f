package dev.reprise.backoff;

import java.time.Duration;
import java.util.Objects;

/**
 * Tell how a schedule comes to the delay after one failure, as data; {@link #toString} tells it in words.
 *
 * @param schedule the text form of the schedule
 * @param failures the failures it was asked for
 * @param free whether this failure costs nothing: no delay, no draw
 * @param curve what the curve gives before any bound
 * @param bounded what is left of it under the ceiling {@code max}; the middle of the jitter before any limit
 * @param jittered whether the delay takes one draw
 * @param limited whether {@code limit} made the delay shorter or the band narrower
 * @param lower the shortest delay that can come out
 * @param upper no delay that comes out is longer; the same as {@code lower} without jitter
 */
public record BackoffExplanation(
        String schedule,
        int failures,
        boolean free,
        Duration curve,
        Duration bounded,
        boolean jittered,
        boolean limited,
        Duration lower,
        Duration upper) {
    /** {@inheritDoc} */
    public BackoffExplanation {
        Objects.requireNonNull(schedule, "schedule");
        Objects.requireNonNull(curve, "curve");
        Objects.requireNonNull(bounded, "bounded");
        Objects.requireNonNull(lower, "lower");
        Objects.requireNonNull(upper, "upper");
    }

    static BackoffExplanation of(BackoffSettings settings, int failures) {
        String schedule = BackoffText.format(settings);
        if (failures <= settings.free()) {
            Duration zero = Duration.ZERO;
            return new BackoffExplanation(schedule, failures, true, zero, zero, false, false, zero, zero);
        }
        int n = failures - settings.free();
        BackoffSettings unlimited = settings.withLimit(null);
        Bounds bounds = Bounds.of(settings, n);
        return new BackoffExplanation(
                schedule,
                failures,
                false,
                Duration.ofNanos(new Curve(unlimited.withMax(null)).nanos(n)),
                Duration.ofNanos(new Curve(unlimited).nanos(n)),
                settings.isJittered(),
                Bounds.of(unlimited, n).upper() > settings.limitNanos(),
                Duration.ofNanos(bounds.lower()),
                Duration.ofNanos(bounds.upper()));
    }

    /**
     * Tell it in one sentence.
     *
     * @return such as {@code failure 12 of `exponential base=1m max=6h jitter=20%`: curve 1d10h8m, under max 6h, drawn
     *     from 4h48m to 7h12m}
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("failure " + failures + " of `" + schedule + "`: ");
        if (free) {
            return text.append("free, no delay and no draw").toString();
        }
        text.append("curve ").append(Durations.format(curve));
        if (!bounded.equals(curve)) {
            text.append(", under max ").append(Durations.format(bounded));
        }
        if (jittered) {
            text.append(limited ? ", drawn under limit from " : ", drawn from ")
                    .append(Durations.format(lower))
                    .append(" to ")
                    .append(Durations.format(upper));
        } else if (limited) {
            text.append(", under limit ").append(Durations.format(upper));
        }
        return text.toString();
    }

    private record Bounds(long lower, long upper) {
        static Bounds of(BackoffSettings settings, int n) {
            Curve curve = new Curve(settings);
            if (!settings.isJittered()) {
                long nanos = Math.min(curve.nanos(n), settings.limitNanos());
                return new Bounds(nanos, nanos);
            }
            Band band = new Band(settings);
            double pre = curve.ms(n);
            return new Bounds(band.at(pre, 0), band.at(pre, 1));
        }
    }
}
