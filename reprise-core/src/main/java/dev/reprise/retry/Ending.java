package dev.reprise.retry;

import dev.reprise.policy.FailReason;
import org.jspecify.annotations.Nullable;

/** Say what the caller gets of a call that was given up, and see results that no caller gets. */
interface Ending {
    /** The failure itself, whatever it is. */
    Ending THROWN = (failure, reason) -> failure;

    /** The failure itself, but for a rejected result, which is returned. */
    Ending RETURNED_IF_REJECTED = (failure, reason) -> failure instanceof RejectedResult ? null : failure;

    /**
     * Say what to throw.
     *
     * @param failure that of the last attempt
     * @param reason why the call was given up
     * @return null if the failure is a {@link RejectedResult}, and its result is to be returned instead
     */
    @Nullable
    Throwable thrown(Throwable failure, @Nullable FailReason reason);

    /** See a result that came after the call had ended, or after its attempt had. */
    default void unheard(Object result) {}
}
