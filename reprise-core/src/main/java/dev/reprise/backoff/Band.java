package dev.reprise.backoff;

/**
 * Spread a delay over the band of its jitter: {@code (start + u * width) * scale} milliseconds, with one draw {@code u}.
 *
 * <p>Without a limit the band lies around the delay, and a ratio scales at the end, because a replay is compared bit for
 * bit. With a limit the band is fitted under it before the draw: to clip what was drawn would pile a saturated cohort up
 * on one instant.
 */
final class Band {
    private static final double FINE_BELOW_MS = 10;
    /**
     * Rounds to the nearest, ties up, when what follows is cut off: a half and its sum with a number just below one
     * would be rounded up. A branch on the part cut off would be mispredicted half of the time.
     */
    private static final double TO_NEAREST = Math.nextDown(0.5);

    private final Jitter.Kind kind;
    private final double less;
    private final double more;
    private final double extraMs;
    private final boolean fitted;
    private final double limitMs;
    private final long limitNanos;
    private final long limitWholeMs;
    private final double rounding;

    Band(BackoffSettings settings) {
        Jitter jitter = settings.jitter();
        kind = jitter.kind();
        less = 1 - jitter.ratioPart();
        more = 1 + jitter.ratioPart();
        extraMs = Saturating.millis(jitter.extra());
        fitted = settings.limit() != null;
        limitMs = settings.limit() == null ? Saturating.MAX_MS : Saturating.millis(settings.limit());
        limitNanos = settings.limitNanos();
        limitWholeMs = limitNanos / Saturating.NANOS_PER_MS;
        rounding = fitted ? 0 : TO_NEAREST;
    }

    double start(double pre) {
        double p = Math.min(pre, limitMs);
        return switch (kind) {
            case RATIO -> fitted ? p * less : less;
            case EQUAL -> p / 2;
            case ADDITIVE -> fitted ? Math.max(0, Math.min(p, limitMs - extraMs)) : p;
            default -> 0;
        };
    }

    double width(double pre) {
        double p = Math.min(pre, limitMs);
        return switch (kind) {
            case RATIO -> fitted ? Math.min(p * more, limitMs) - start(pre) : more - less;
            case EQUAL -> p / 2;
            case ADDITIVE -> fitted ? Math.min(p + extraMs, limitMs) - start(pre) : extraMs;
            default -> p;
        };
    }

    double scale(double pre) {
        return kind == Jitter.Kind.RATIO && !fitted ? pre : 1;
    }

    /** Whether a delay keeps its nanoseconds, so that a small base never becomes zero. */
    boolean isFine(double pre) {
        return Math.min(pre, limitMs) < FINE_BELOW_MS;
    }

    /** One delay without a table; allocates nothing. */
    long at(double pre, double u) {
        return draw(start(pre), width(pre), scale(pre), isFine(pre), u);
    }

    long draw(double start, double width, double scale, boolean fine, double u) {
        double ms = (start + u * width) * scale;
        if (fine) {
            // A band that does not reach down to zero does not round down to it either.
            long least = start * scale > 0 ? 1 : 0;
            return Math.min(Math.max(least, (long) (ms * 1e6 + rounding)), limitNanos);
        }
        long whole = (long) (ms + rounding);
        return whole > limitWholeMs ? limitNanos : whole * Saturating.NANOS_PER_MS;
    }
}
