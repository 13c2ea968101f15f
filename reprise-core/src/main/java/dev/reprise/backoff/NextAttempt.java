package dev.reprise.backoff;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Say what a row of a polled table keeps after an attempt: its count of failures, and when it is due again.
 *
 * <p>A sweep reads the clock once and passes the same {@code now} for all of its rows: the schedule's jitter spreads
 * them, not the time that the sweep takes.
 */
public final class NextAttempt {
    private final Backoff schedule;
    private final Duration interval;

    private NextAttempt(Backoff schedule, Duration interval) {
        this.schedule = schedule;
        this.interval = interval;
    }

    /**
     * Poll every row at an interval, and by a schedule while it fails.
     *
     * @param interval from a success to the next attempt, zero or more
     * @param schedule from the Nth failure in a row to the next attempt
     * @return the rule for the rows of one table
     * @throws IllegalArgumentException if the interval is negative
     */
    public static NextAttempt every(Duration interval, Backoff schedule) {
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(schedule, "schedule");
        if (interval.isNegative()) {
            throw new IllegalArgumentException("interval: " + interval + " is negative; allowed is zero or more");
        }
        return new NextAttempt(schedule, interval);
    }

    /**
     * Count a failure.
     *
     * @param failures the count that the row keeps, without this failure
     * @param now the instant of the sweep
     * @return one failure more, due when the schedule says; both stop at the end of their range
     * @throws IllegalArgumentException if the count is negative
     */
    public Row afterFailure(int failures, Instant now) {
        if (failures < 0) {
            throw new IllegalArgumentException("failures: " + failures + " is negative; allowed is zero or more");
        }
        int counted = failures == Integer.MAX_VALUE ? failures : failures + 1;
        return new Row(counted, schedule.at(counted, now));
    }

    /**
     * Forget the failures.
     *
     * @param now the instant of the sweep
     * @return no failures, due one interval from now, at most {@link Instant#MAX}
     */
    public Row afterSuccess(Instant now) {
        return new Row(0, Saturating.plus(Objects.requireNonNull(now, "now"), interval));
    }

    /**
     * Hold what the row keeps.
     *
     * @param failures how many attempts have failed in a row
     * @param due when the next attempt is
     */
    public record Row(int failures, Instant due) {
        /** {@inheritDoc} */
        public Row {
            Objects.requireNonNull(due, "due");
        }
    }
}
