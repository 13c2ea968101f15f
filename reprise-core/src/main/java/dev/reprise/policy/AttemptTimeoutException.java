package dev.reprise.policy;

import dev.reprise.backoff.Durations;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Report an attempt that did not end within its time-out.
 *
 * <p>A failure like any other: {@link FailureTaxonomy} takes it for transient, {@code neverOn} may name it.
 */
public final class AttemptTimeoutException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Duration timeout;

    /**
     * Report the time-out.
     *
     * @param timeout how long the attempt was allowed to take, above zero
     * @param cause what the attempt threw when it was stopped, or null
     */
    public AttemptTimeoutException(Duration timeout, @Nullable Throwable cause) {
        super("the attempt did not end within " + Durations.format(Objects.requireNonNull(timeout, "timeout")), cause);
        this.timeout = timeout;
    }

    /** {@return how long the attempt was allowed to take} */
    public Duration timeout() {
        return timeout;
    }
}
