package dev.reprise.retry;

/**
 * Know which tokens of a {@link RatioBudget} are alive, as they were when the newest bucket of time was opened.
 *
 * <p>All units that were ever put in are numbered in the order of their dates, and are taken in that order. So the living
 * ones are those from some number on, and that number is noted at the opening of each bucket. Immutable; numbers are
 * compared by their differences, so that an overflow does no harm.
 */
final class TokenWindow {
    private final RatioSettings settings;
    private final long opened;
    /** Units of reserve that were put in so far, those of the newest bucket included. */
    private final long reserve;
    /** The first unit of each living bucket, the oldest bucket first. */
    private final long[] firsts;

    private TokenWindow(RatioSettings settings, long opened, long reserve, long[] firsts) {
        this.settings = settings;
        this.opened = opened;
        this.reserve = reserve;
        this.firsts = firsts;
    }

    /** Return the window of a budget that has stood unused for its whole ttl: the full reserve and nothing else. */
    static TokenWindow full(RatioSettings settings, long reading) {
        return opened(settings, reading, 0, 0, new long[0], RatioSettings.BUCKETS);
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
        long bucketNanos = settings.bucketNanos();
        long age = reading - opened;
        if (age < -bucketNanos * RatioSettings.BUCKETS) {
            return new TokenWindow(settings, reading, reserve, firsts);
        }
        if (age < bucketNanos) {
            return this;
        }
        long due = age / bucketNanos;
        int news = (int) Math.min(due, RatioSettings.BUCKETS);
        return opened(settings, opened + due * bucketNanos, deposited, reserve, firsts, news);
    }

    private static TokenWindow opened(
            RatioSettings settings, long opened, long deposited, long reserve, long[] firsts, int news) {
        long[] shifted = new long[RatioSettings.BUCKETS];
        int kept = RatioSettings.BUCKETS - news;
        System.arraycopy(firsts, firsts.length - kept, shifted, 0, kept);
        long perBucket = settings.reservePerBucket();
        for (int i = 0; i < news; i++) {
            shifted[kept + i] = deposited + reserve + i * perBucket;
        }
        return new TokenWindow(settings, opened, reserve + news * perBucket, shifted);
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
