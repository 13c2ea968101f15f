package dev.reprise.retry;

import java.io.IOException;

/**
 * Refuse to send a request again because its body may not be the same twice; thrown by {@link HttpRetry} before the first
 * retry, with what to do about it.
 *
 * <p>The cause is the failure of the attempt that was made, with its {@link RetryNote}: what the client threw, or for an
 * answer an {@link dev.reprise.http.HttpStatusException} with its status and headers.
 */
public final class BodyNotReplayableException extends IOException {
    private static final long serialVersionUID = 1;

    BodyNotReplayableException(String message, Throwable cause) {
        super(message, cause);
    }
}
