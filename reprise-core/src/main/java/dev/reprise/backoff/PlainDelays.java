package dev.reprise.backoff;

/** Give the delays of a schedule that draws nothing. */
final class PlainDelays {
    private static final int MOST_ROWS = 63;
    /** From a base of one second, enough for every factor from 1.03 up to reach the end of the range. */
    private static final int MOST_EXPONENTIAL_ROWS = 1_023;

    private final Curve curve;
    private final long limitNanos;
    private final long[] first;
    private final int settledAt;
    private final long settled;

    PlainDelays(BackoffSettings settings) {
        curve = new Curve(settings);
        limitNanos = settings.limitNanos();
        settledAt = curve.nanosSettledAt();
        settled = compute(settledAt);
        first = new long[rows(settings, settledAt)];
        for (int i = 0; i < first.length; i++) {
            first[i] = compute(i + 1);
        }
    }

    /**
     * How many delays to keep before the one that settles. Only an exponential curve is costly to compute beyond them,
     * and then allocates, as {@link StrictMath#pow} does.
     */
    static int rows(BackoffSettings settings, int settledAt) {
        return switch (settings.curve()) {
            case STEPS -> settledAt - 1;
            case EXPONENTIAL -> Math.min(settledAt - 1, MOST_EXPONENTIAL_ROWS);
            default -> Math.min(settledAt - 1, MOST_ROWS);
        };
    }

    long nanos(int n) {
        if (n <= first.length) {
            return first[n - 1];
        }
        return n >= settledAt ? settled : compute(n);
    }

    private long compute(int n) {
        return Math.min(curve.nanos(n), limitNanos);
    }
}
