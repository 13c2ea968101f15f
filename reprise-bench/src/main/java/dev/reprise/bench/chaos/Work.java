package dev.reprise.bench.chaos;

import dev.reprise.jobs.JobType;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;

/**
 * The payload: a number that no other job has, whatever its id.
 *
 * @param number from 1; a child's is made of its parent's and the epoch that asked for it
 * @param parent the number of the job that asked for it, or 0
 * @param parentEpoch the epoch that asked for it, or 0
 * @param isTimed whether its type has a time-out
 */
record Work(long number, long parent, int parentEpoch, boolean isTimed) {
    static final int MAX_ATTEMPTS = 6;

    static final RetryPolicy POLICY = policy(MAX_ATTEMPTS);
    static final JobType<Work> PLAIN = JobType.of("chaos.plain", Work.class, POLICY);
    static final JobType<Work> SIDE =
            JobType.of("chaos.side", Work.class, POLICY).queue("side");
    static final JobType<Work> TIMED =
            JobType.of("chaos.timed", Work.class, POLICY).timeout(Duration.ofMillis(1_500));

    private static final long CHILDREN = 1_000_000_000L;

    static RetryPolicy policy(int attempts) {
        return RetryPolicy.attempts(attempts).backoff("constant 300ms").minDelay(Duration.ofMillis(100));
    }

    static Work of(long number, JobType<Work> type) {
        return new Work(number, 0, 0, type == TIMED);
    }

    Work child(int epoch) {
        return new Work(number + epoch * CHILDREN, number, epoch, false);
    }
}
