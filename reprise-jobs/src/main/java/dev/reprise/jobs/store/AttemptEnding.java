package dev.reprise.jobs.store;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * State how one attempt ended.
 *
 * @param id the job
 * @param epoch the claim
 * @param attempt the attempt
 * @param kind how
 * @param delay until it is due again, zero or more, from the store's present; zero for the kinds that do not pend the job again. The
 *     state is READY if it is zero, else SCHEDULED
 * @param result the encoded value, at most 64 KiB, or null
 * @param error the failure's text, without NUL, or null
 * @param reason why it is final: the name of a {@code FailReason}, or a handler's words; null if it is not final
 * @param explanation why it was decided so, or null
 * @param pastDeadline the explanation to keep if the deadline refuses the retry, or null
 * @param children added only if the fence holds and the job succeeds
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these: the bytes pass through.
public record AttemptEnding(
        UUID id,
        int epoch,
        int attempt,
        Kind kind,
        Duration delay,
        byte @Nullable [] result,
        @Nullable String error,
        @Nullable String reason,
        @Nullable String explanation,
        @Nullable String pastDeadline,
        List<NewJob> children) {
    /** {@inheritDoc} */
    public AttemptEnding {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(kind, "kind");
        if (Objects.requireNonNull(delay, "delay").isNegative()) {
            throw new IllegalArgumentException("delay: " + delay + " is negative; allowed is zero or more");
        }
        children = List.copyOf(children);
    }

    /**
     * End an attempt without result, error or children.
     *
     * @param id the job
     * @param epoch the claim
     * @param attempt the attempt
     * @param kind how
     * @param delay until it is due again
     * @return the ending
     */
    public static AttemptEnding bare(UUID id, int epoch, int attempt, Kind kind, Duration delay) {
        return new AttemptEnding(id, epoch, attempt, kind, delay, null, null, null, null, null, List.of());
    }

    /** Name what an ending does to the job. */
    public enum Kind {
        /** Succeeded; wins over a pending cancel. */
        SUCCEED,
        /** Failed, whatever is pending: the decision, or the handler's exit. Failures plus one if an error is given. */
        FAIL,
        /** Failed for want of attempts; a pending cancel wins. Failures plus one if an error is given. */
        EXHAUST,
        /** Cancelled. */
        CANCEL,
        /** Pended again after a failure: failures plus one, a history row. */
        RETRY,
        /** Pended again by the handler's wish, the attempt spent: a history row. */
        RETRY_AFTER,
        /** Pended again by the handler's wish, the attempt refunded: a history row. */
        RETRY_AFTER_REFUNDED,
        /** Pended again, the attempt refunded, snoozes plus one, no history row. */
        SNOOZE,
        /**
         * Pended again after the worker stopped the handler: the attempt spent, no failure, a history row; if no attempt is left, the
         * ceiling rises by one, to 32767 at most.
         */
        INTERRUPT,
        /** Ready again at its old place, the attempt refunded: it was never started. No history row; the delay is not used. */
        HAND_BACK
    }
}
