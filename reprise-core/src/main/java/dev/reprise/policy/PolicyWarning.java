package dev.reprise.policy;

import java.util.Objects;

/**
 * Warn of settings that are allowed and yet most likely not meant.
 *
 * @param code what the warning is about; stable
 * @param words one sentence with the figures
 */
public record PolicyWarning(Code code, String words) {
    /** Name what a warning is about, the gravest first. */
    public enum Code {
        /** The policy is INDEFINITE, and there is neither a deadline nor a time budget. */
        NOTHING_STOPS,
        /** The classifier may claim INDEFINITE, and there is neither a deadline nor a time budget. */
        NOTHING_STOPS_A_CLAIM,
        /** The policy is INDEFINITE, its attempts are not set, and the classifier may claim TRANSIENT, which they stop. */
        ATTEMPTS_STOP_A_CLAIM,
        /** The shortest waits before the last attempts exceed the time budget or the deadline. */
        ATTEMPTS_OUT_OF_REACH,
        /** A bound cuts so much off the jitter that many failures come back at one instant. */
        JITTER_WITHOUT_ROOM,
        /** The schedule has fewer steps than the policy has retries; the last one is repeated. */
        STEPS_TOO_FEW,
        /** The longest that the waits can add up to: for information. */
        TOTAL_WAIT;

        /**
         * Tell information from a warning.
         *
         * @return true if nothing is wrong
         */
        public boolean isInformation() {
            return this == TOTAL_WAIT;
        }
    }

    /** {@inheritDoc} */
    public PolicyWarning {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(words, "words");
    }

    /** Say code and words. */
    @Override
    public String toString() {
        return code + ": " + words;
    }
}
