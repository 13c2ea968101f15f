package dev.reprise.backoff;

/** Give the delays of a schedule that draws nothing. */
final class PlainDelays {
    private static final int MOST_ROWS = 63;

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

    /** How many delays to keep before the one that settles: a curve's are bounded, a list is kept as it is. */
    static int rows(BackoffSettings settings, int settledAt) {
        return settings.curve() == CurveKind.STEPS ? settledAt - 1 : Math.min(settledAt - 1, MOST_ROWS);
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
