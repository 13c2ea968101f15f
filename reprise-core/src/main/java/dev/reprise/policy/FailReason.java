package dev.reprise.policy;

import java.util.Set;

/** Say why a failure is final. */
public enum FailReason {
    /** The failure is an instance of {@code neverOn}, or its kind is {@link RetryKind#NON_RETRYABLE}. */
    NON_RETRYABLE("the failure is of a kind that is never retried"),
    /** The failure is no instance of {@code retryOn}, and no classifier spoke for it. */
    NOT_RETRYABLE("the failure is not in retryOn, and no classifier overrides that"),
    /** The last attempt that the policy allows was spent. */
    ATTEMPTS_EXHAUSTED("no attempt is left"),
    /** The next attempt would start after the deadline, or outside the time budget. */
    DEADLINE("the next attempt would start too late"),
    /** The retry budget that callers share has no token left. */
    BUDGET_EXHAUSTED("the retry budget is spent"),
    /** The decided wait is longer than the caller's patience. */
    WAIT_TOO_LONG("the wait is longer than the caller's patience"),
    /** The waiting thread was interrupted. */
    INTERRUPTED("the wait was interrupted"),
    /** The call would be retried, but must not or cannot be made again: a POST, say, or a body that is used up. */
    NOT_REPEATABLE("the call must not be made again"),
    /** A stored payload cannot be read. */
    PAYLOAD_UNREADABLE("the payload cannot be read"),
    /** A result is larger than its store takes. */
    RESULT_TOO_LARGE("the result is too large"),
    /** A value cannot be encoded. */
    VALUE_NOT_ENCODABLE("the value cannot be encoded");

    private static final Set<FailReason> OF_THE_CALLER =
            Set.of(DEADLINE, BUDGET_EXHAUSTED, WAIT_TOO_LONG, INTERRUPTED, NOT_REPEATABLE);

    private final String words;

    FailReason(String words) {
        this.words = words;
    }

    /**
     * Say the reason in words.
     *
     * @return half a sentence, such as "no attempt is left"
     */
    public String words() {
        return words;
    }

    /**
     * Tell "not retryable" from "gave up".
     *
     * @return true if the failure itself is none to retry, false if a bound ended the retries
     */
    public boolean isNotRetryable() {
        return !isOfTheCaller() && this != ATTEMPTS_EXHAUSTED;
    }

    /** Tell whether this is a reason to refuse a retry that was decided, rather than a decision. */
    boolean isOfTheCaller() {
        return OF_THE_CALLER.contains(this);
    }
}
