package dev.reprise.policy;

/** Name the rule that decided: the first that matches, in this order. */
public enum DecisionRule {
    /** The failure is an instance of {@code neverOn}. */
    NEVER_ON("the failure is an instance of neverOn"),
    /** The failure is a {@link PayloadFailure}. */
    PAYLOAD("the value itself is at fault"),
    /** The effective kind is {@link RetryKind#NON_RETRYABLE}. */
    KIND_NON_RETRYABLE("the kind is never retried"),
    /** The failure is no instance of {@code retryOn}, and no classifier spoke for it. */
    NOT_IN_RETRY_ON("the failure is not in retryOn and no classifier spoke for it"),
    /** The kind is {@link RetryKind#TRANSIENT} and an attempt is left. */
    ATTEMPTS_LEFT("an attempt is left"),
    /** The kind is {@link RetryKind#TRANSIENT} and no attempt is left. */
    ATTEMPTS_SPENT("no attempt is left"),
    /** The kind is {@link RetryKind#INDEFINITE}. */
    INDEFINITE("attempts are not counted");

    private final String words;

    DecisionRule(String words) {
        this.words = words;
    }

    /**
     * Say the rule in words.
     *
     * @return half a sentence, such as "an attempt is left"
     */
    public String words() {
        return words;
    }
}
