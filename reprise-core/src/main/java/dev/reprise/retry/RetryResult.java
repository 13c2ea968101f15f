package dev.reprise.retry;

import dev.reprise.policy.FailReason;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tell how a call ended, without throwing.
 *
 * @param value what the last attempt returned, or null if it failed
 * @param failure what the last attempt threw, or null if it succeeded
 * @param reason why no further attempt was made, or null on success. {@link FailReason#NOT_RETRYABLE} and
 *     {@link FailReason#NON_RETRYABLE} say that the failure is none to retry; the others, that it was given up
 * @param attempts how many attempts were made, 1 or more; 0 if the first could not be timed, as the scheduler is shut down
 * @param elapsed the time from the start of the first attempt to the end of the last
 * @param <T> the type of the value
 */
public record RetryResult<T extends @Nullable Object>(
        @Nullable T value,
        @Nullable Throwable failure,
        @Nullable FailReason reason,
        int attempts,
        Duration elapsed) {
    /** {@inheritDoc} */
    public RetryResult {
        if ((failure == null) != (reason == null)) {
            throw new IllegalArgumentException("failure and reason: both or neither must be null");
        }
        Objects.requireNonNull(elapsed, "elapsed");
    }

    /** {@return whether the last attempt succeeded} */
    public boolean isSuccess() {
        return failure == null;
    }
}
