package dev.reprise.backoff;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Say how far a delay is spread, so that clients that failed together do not come back together.
 *
 * <p>With {@code pre} the delay of the curve and {@code u} one draw from [0, 1), a schedule without a limit waits as
 * each factory says; one with a limit fits the same band under it before the draw. Full and equal jitter are those of
 * Marc Brooker, "Exponential Backoff and Jitter", AWS Architecture Blog, 2015.
 */
public final class Jitter {
    private static final Jitter NONE = new Jitter(Kind.NONE, 0, Duration.ZERO);
    private static final Jitter FULL = new Jitter(Kind.FULL, 0, Duration.ZERO);
    private static final Jitter EQUAL = new Jitter(Kind.EQUAL, 0, Duration.ZERO);

    private final Kind kind;
    private final double ratio;
    private final Duration extra;

    private Jitter(Kind kind, double ratio, Duration extra) {
        this.kind = kind;
        this.ratio = ratio;
        this.extra = extra;
    }

    /**
     * Wait exactly as long as the curve says, and draw nothing.
     *
     * @return no jitter
     */
    public static Jitter none() {
        return NONE;
    }

    /**
     * Wait {@code pre * (1 - ratio)} to {@code pre * (1 + ratio)}.
     *
     * @param ratio 0 to 1; 0.2 is 20 % to either side, 0 is {@link #none()}
     * @return jitter around the delay
     * @throws IllegalArgumentException if the ratio is outside 0 to 1
     */
    public static Jitter ratio(double ratio) {
        requireRatio("jitter", ratio);
        return ratio == 0 ? NONE : new Jitter(Kind.RATIO, ratio, Duration.ZERO);
    }

    /**
     * Wait {@code u * pre}: anything from nothing to the whole delay.
     *
     * @return full jitter; it may draw zero, so give the policy a floor where that is too soon
     */
    public static Jitter full() {
        return FULL;
    }

    /**
     * Wait {@code pre / 2 + u * pre / 2}: at least half of the delay.
     *
     * @return equal jitter
     */
    public static Jitter equal() {
        return EQUAL;
    }

    /**
     * Wait {@code pre + u * extra}: never shorter than the curve says.
     *
     * @param extra zero or more; the band is as wide as this at every failure
     * @return jitter on top of the delay
     * @throws IllegalArgumentException if {@code extra} is negative
     */
    public static Jitter additive(Duration extra) {
        Objects.requireNonNull(extra, "extra");
        if (extra.isNegative()) {
            throw new IllegalArgumentException("jitter: +" + extra + " is negative; allowed is zero or more");
        }
        return new Jitter(Kind.ADDITIVE, 0, extra);
    }

    /**
     * Spread a delay that comes from outside, such as a server's hint: {@code hint * (1 + u * ratio)}, in whole
     * nanoseconds, never earlier than the hint. A ratio of 0 draws nothing.
     *
     * @param hint zero or more
     * @param ratio 0 to 1: the part of the hint that is added at most
     * @param random where the one draw comes from
     * @return the hint or more, saturating at {@link Long#MAX_VALUE} nanoseconds; a longer hint is returned as it is
     * @throws IllegalArgumentException if the hint is negative or the ratio outside 0 to 1
     */
    public static Duration spread(Duration hint, double ratio, RandomGenerator random) {
        Objects.requireNonNull(hint, "hint");
        Objects.requireNonNull(random, "random");
        if (hint.isNegative()) {
            throw new IllegalArgumentException("hint: " + hint + " is negative; allowed is zero or more");
        }
        requireRatio("ratio", ratio);
        if (ratio == 0) {
            return hint;
        }
        double part = random.nextDouble() * ratio;
        long nanos = Saturating.nanos(hint);
        if (nanos == Long.MAX_VALUE) {
            return hint;
        }
        long sum = nanos + (long) (nanos * part);
        return Duration.ofNanos(sum < 0 ? Long.MAX_VALUE : sum);
    }

    Kind kind() {
        return kind;
    }

    double ratioPart() {
        return ratio;
    }

    Duration extra() {
        return extra;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Jitter that
                && kind == that.kind
                && Double.compare(ratio, that.ratio) == 0
                && extra.equals(that.extra);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, ratio, extra);
    }

    /**
     * Write the text form: {@code none}, {@code 20%}, {@code full}, {@code equal} or {@code +250ms}.
     *
     * @return what a schedule's text has behind {@code jitter=}
     */
    @Override
    public String toString() {
        return switch (kind) {
            case NONE -> "none";
            case RATIO -> percent(ratio);
            case FULL -> "full";
            case EQUAL -> "equal";
            case ADDITIVE -> "+" + Durations.format(extra);
        };
    }

    /** Shifts the decimal point: a multiplication would not come back as the same ratio. */
    private static String percent(double ratio) {
        return BigDecimal.valueOf(ratio).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }

    private static void requireRatio(String name, double ratio) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException(name + ": " + ratio + " is not a ratio from 0 to 1 (0% to 100%)");
        }
    }

    enum Kind {
        NONE,
        RATIO,
        FULL,
        EQUAL,
        ADDITIVE
    }
}
