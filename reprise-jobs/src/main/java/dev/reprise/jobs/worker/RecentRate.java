package dev.reprise.jobs.worker;

import java.util.concurrent.TimeUnit;

/** How many jobs have been started per second of late: an average that forgets within a second or so. */
final class RecentRate {
    private static final double MEMORY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private double perNano;
    private long lastNanos;
    private long lastCount;

    RecentRate(long now) {
        lastNanos = now;
    }

    /** Takes the count of all jobs started so far. */
    void sample(long now, long count) {
        long elapsed = now - lastNanos;
        if (elapsed > 0) {
            double weight = -Math.expm1(-elapsed / MEMORY_NANOS);
            perNano += weight * ((count - lastCount) / (double) elapsed - perNano);
            lastNanos = now;
            lastCount = count;
        }
    }

    /** How many jobs start in so long a time, at this rate. */
    int in(long nanos) {
        return (int) Math.min(Integer.MAX_VALUE, perNano * nanos);
    }
}
