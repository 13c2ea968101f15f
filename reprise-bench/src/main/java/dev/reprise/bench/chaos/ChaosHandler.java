package dev.reprise.bench.chaos;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobContext;
import dev.reprise.jobs.JobHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Writes down that it runs, then does as {@link Act} says. */
final class ChaosHandler implements JobHandler<Work> {
    private static final int EXIT_CODE_OF_HALT = 137;
    private static final long SLICE_MILLIS = 20;
    private static final int MOST_MILLIS_OF_WORK = 40;

    /** One run in so many takes a second or two; of the later attempts more, so that what is late meets jobs that run again. */
    private static final int LONG_FIRST = 10;

    private static final int LONG_LATER = 2;

    private final long seed;
    private final Effects effects;
    private final Duration lease;

    ChaosHandler(long seed, Effects effects, Duration lease) {
        this.seed = seed;
        this.effects = effects;
        this.lease = lease;
    }

    @Override
    public Ending run(Work work, JobContext job) throws Exception {
        Act act = Act.of(seed, work, job.epoch());
        effects.began(work, job, act);
        long random = Math.floorMod(Act.mix(seed + 1, work.number() + job.epoch()), 1_000L);
        boolean isLong = random % (job.attempt() == 1 ? LONG_FIRST : LONG_LATER) == 0;
        Thread.sleep(isLong ? 1_000 + random : random % MOST_MILLIS_OF_WORK);
        // Of this epoch and no other: a success that was written for another claim shows.
        String value = work.number() + " in epoch " + job.epoch();
        return switch (act) {
            case SUCCEED -> Ending.done(value);
            case CHILD -> {
                job.enqueue(Work.SIDE, work.child(job.epoch()));
                yield Ending.done(value);
            }
            case THROW -> {
                if (random % 2 == 0) {
                    // Must never be seen: the attempt does not succeed.
                    job.enqueue(Work.SIDE, work.child(job.epoch()));
                }
                throw new IllegalStateException("as it was to be");
            }
            case EXIT -> Ending.exit("as it was to be");
            case SNOOZE -> Ending.snooze(Duration.ofMillis(100 + random));
            case RETRY_AFTER -> Ending.retryAfter(Duration.ofMillis(random));
            case RETRY_AFTER_REFUNDED ->
                Ending.retryAfter(Duration.ofMillis(random)).refunded();
            case SLOW -> {
                work(job, lease.plusMillis(2 * random));
                yield job.isCancelled() ? stopped(job, random % 2 == 0) : Ending.done(value);
            }
            case DEAF -> {
                sleepThrough(lease.plusMillis(2 * random));
                yield Ending.done(value);
            }
            case TIME_OUT -> {
                work(job, lease.multipliedBy(3));
                yield stopped(job, random % 2 == 0);
            }
            case HALT -> {
                Runtime.getRuntime().halt(EXIT_CODE_OF_HALT);
                throw new AssertionError("it is dead");
            }
        };
    }

    private static Ending stopped(JobContext job, boolean politely) {
        if (!politely) {
            job.throwIfCancelled();
        }
        return Ending.cancelled();
    }

    private static void work(JobContext job, Duration time) throws InterruptedException {
        long until = System.nanoTime() + time.toNanos();
        while (!job.isCancelled() && System.nanoTime() - until < 0) {
            Thread.sleep(SLICE_MILLIS);
        }
    }

    private static void sleepThrough(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = until - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.sleep(left);
            } catch (InterruptedException ignored) {
                // Deaf, as it is meant to be.
            }
        }
    }
}
