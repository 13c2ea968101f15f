package dev.reprise.jobs;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Say how an attempt ended; a handler returns one. What it throws instead is a failure, for policy and classifier.
 */
public sealed interface Ending {
    /**
     * Succeed without a value.
     *
     * @return the job succeeds
     */
    static Ending done() {
        return new Done(null);
    }

    /**
     * Succeed with a value.
     *
     * @param value kept as the job's result, at most 64 KiB when encoded; null keeps nothing
     * @return the job succeeds
     */
    static Ending done(@Nullable Object value) {
        return new Done(value);
    }

    /**
     * Give the job up for good, whatever its policy says.
     *
     * @param reason why, for people
     * @return the job fails
     */
    static Ending exit(String reason) {
        return new Exit(reason);
    }

    /**
     * Come back later without having tried: the attempt is refunded, and the schedule does not move. No bound of policy or
     * worker cuts the delay, and the job's history has no row of it.
     *
     * @param delay above zero
     * @return the job is scheduled again, unless that lies past its deadline
     * @throws IllegalArgumentException if the delay is not above zero
     */
    static Ending snooze(Duration delay) {
        return new Snooze(Delays.aboveZero("snooze", delay));
    }

    /**
     * Come back after a delay of the handler's own, for example one that a server named; no failure, and the attempt is
     * spent unless {@link RetryAfter#refunded} says otherwise. Raised to the policy's floor, 1 s unless it sets {@code minDelay},
     * and cut to its {@code maxDelay} and to the worker's bound.
     *
     * @param delay zero or more
     * @return the job is scheduled again, if an attempt is left and its deadline allows
     * @throws IllegalArgumentException if the delay is negative
     */
    static RetryAfter retryAfter(Duration delay) {
        return new RetryAfter(Delays.notNegative("retryAfter", delay), false);
    }

    /**
     * Cancel the job, most often to honour a request. If the handler was asked to stop for another reason and nobody cancelled
     * the job, this is what that reason makes it: after a time-out a failure, in a shutdown an interrupted attempt.
     *
     * @return the job is cancelled
     */
    static Ending cancelled() {
        return new Cancelled();
    }

    /**
     * Success.
     *
     * @param value the result, or null: none
     */
    record Done(@Nullable Object value) implements Ending {}

    /**
     * A final failure by the handler's own word.
     *
     * @param reason why, for people
     */
    record Exit(String reason) implements Ending {
        /** {@inheritDoc} */
        public Exit {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /**
     * A wait without an attempt.
     *
     * @param delay above zero
     */
    record Snooze(Duration delay) implements Ending {
        /** {@inheritDoc} */
        public Snooze {
            Delays.aboveZero("delay", delay);
        }
    }

    /**
     * A wait of the handler's own choice.
     *
     * @param delay zero or more
     * @param isRefunded whether the attempt is given back
     */
    record RetryAfter(Duration delay, boolean isRefunded) implements Ending {
        /** {@inheritDoc} */
        public RetryAfter {
            Delays.notNegative("delay", delay);
        }

        /**
         * Give the attempt back.
         *
         * @return the same delay, the attempt refunded
         */
        public RetryAfter refunded() {
            return new RetryAfter(delay, true);
        }
    }

    /** A cancel that the handler honoured. */
    record Cancelled() implements Ending {}
}
