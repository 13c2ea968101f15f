package dev.reprise.lockout;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Hold what is kept of one account between attempts; the caller stores it.
 *
 * @param failures how many attempts have failed in a row
 * @param lastFailure the instant of the last of them, null if there is none
 * @param until the instant from which the next attempt is let in, null if the failures so far were free
 */
public record LockoutState(
        int failures,
        @Nullable Instant lastFailure,
        @Nullable Instant until) {
    private static final LockoutState CLEAR = new LockoutState(0, null, null);

    /** {@inheritDoc} */
    public LockoutState {
        if (failures < 0) {
            throw new IllegalArgumentException("failures: " + failures + " is negative; allowed is zero or more");
        }
        if ((failures == 0) != (lastFailure == null)) {
            throw new IllegalStateException("failures: " + failures + " contradicts lastFailure: " + lastFailure
                    + "; there is a last failure if and only if there are failures");
        }
        if (failures == 0 && until != null) {
            throw new IllegalStateException("until: " + until + " contradicts failures: 0; only a failure locks");
        }
    }

    /**
     * Return the state of an account without failures.
     *
     * @return no failures, not locked
     */
    public static LockoutState clear() {
        return CLEAR;
    }
}
