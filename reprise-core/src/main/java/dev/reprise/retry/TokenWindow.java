package dev.reprise.retry;

/**
 * Know which tokens of a {@link RatioBudget} are alive, as they were when the newest bucket of time was opened.
 *
 * <p>All units that were ever put in are numbered in the order of their dates, and are taken in that order. So the living
 * ones are those from some number on, and that number is noted at the opening of each bucket. Immutable; numbers are
 * compared by their differences, so that an overflow does no harm.
 */
final class TokenWindow {
    private final long bucketNanos;
    private final long reservePerBucket;
    private final long opened;
    /** Units of reserve that were put in so far, those of the newest bucket included. */
    private final long reserve;
    /** The first unit of each living bucket, the oldest bucket first. */
    private final long[] firsts;

    private TokenWindow(long bucketNanos, long reservePerBucket, long opened, long reserve, long[] firsts) {
        this.bucketNanos = bucketNanos;
        this.reservePerBucket = reservePerBucket;
        this.opened = opened;
        this.reserve = reserve;
        this.firsts = firsts;
    }

    /** Return the window of a budget that has stood unused for its whole ttl: the full reserve and nothing else. */
    static TokenWindow full(RatioSettings settings, long reading) {
        var nothing = new TokenWindow(
                settings.bucketNanos(), settings.reservePerBucket(), reading, 0, new long[RatioSettings.BUCKETS]);
        return nothing.withBuckets(RatioSettings.BUCKETS, reading, 0);
    }

    /**
     * Return the window at a reading of the clock.
     *
     * <p>A reading that is a little too old comes from a thread that was overtaken, and changes nothing; one that lies
     * a whole ttl back comes from a clock that was set back, and time goes on from there.
     *
     * @param deposited units that calls had put in by the last reading before
     * @return this window if no bucket is due
     */
    TokenWindow at(long reading, long deposited) {
        long age = reading - opened;
        if (age < -bucketNanos * RatioSettings.BUCKETS) {
            return new TokenWindow(bucketNanos, reservePerBucket, reading, reserve, firsts);
        }
        if (age < bucketNanos) {
            return this;
        }
        long due = age / bucketNanos;
        return withBuckets((int) Math.min(due, RatioSettings.BUCKETS), opened + due * bucketNanos, deposited);
    }

    /** Let the oldest buckets go, and open as many, each with its reserve; what was deposited before is not theirs. */
    private TokenWindow withBuckets(int count, long nowOpened, long deposited) {
        long[] shifted = new long[RatioSettings.BUCKETS];
        int kept = RatioSettings.BUCKETS - count;
        System.arraycopy(firsts, count, shifted, 0, kept);
        for (int i = 0; i < count; i++) {
            shifted[kept + i] = deposited + reserve + i * reservePerBucket;
        }
        return new TokenWindow(bucketNanos, reservePerBucket, nowOpened, reserve + count * reservePerBucket, shifted);
    }

    /** Return the number of the oldest unit that is neither expired nor taken. */
    long oldest(long taken) {
        return taken - firsts[0] > 0 ? taken : firsts[0];
    }

    /** Return the number after that of the newest unit. */
    long end(long deposited) {
        return deposited + reserve;
    }
}
