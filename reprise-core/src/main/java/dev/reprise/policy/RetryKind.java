package dev.reprise.policy;

/** Say what stops the retries of a failure. */
public enum RetryKind {
    /** The failure should pass soon: the number of attempts stops the retries. */
    TRANSIENT,
    /** The failure may last: only a deadline stops the retries. */
    INDEFINITE,
    /** The failure will not pass: it is never retried. */
    NON_RETRYABLE
}
