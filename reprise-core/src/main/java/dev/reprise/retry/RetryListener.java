package dev.reprise.retry;

import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Watch the calls of a {@link Retrier}; every method does nothing unless overridden.
 *
 * <p>A call that succeeds at the first attempt tells nothing. An interrupt, a cancellation or an error of the JVM,
 * which no policy decides, is not told either. What a listener throws is logged once and changes nothing. It is called
 * by the thread on which the attempt ended, before the caller sees the end of the call; so it should be quick. Many calls
 * may use it at once.
 */
public interface RetryListener {
    /**
     * See that an attempt failed, before {@link #retryScheduled} or {@link #gaveUp} tells what follows.
     *
     * @param attempt which one, counted from 1
     * @param failure what it threw; a {@link RejectedResult} if its result was rejected
     */
    default void attemptFailed(int attempt, Throwable failure) {}

    /**
     * See that another attempt will be made after a delay.
     *
     * @param attempt the one that failed, counted from 1
     * @param failure what it threw
     * @param decision the delay, and why; also the classifiers that broke
     */
    default void retryScheduled(int attempt, Throwable failure, Retry decision) {}

    /**
     * See that no other attempt will be made.
     *
     * @param attempts how many were made
     * @param failure what the last one threw
     * @param decision the reason; NOT_RETRYABLE and NON_RETRYABLE say that the failure is none to retry
     */
    default void gaveUp(int attempts, Throwable failure, Fail decision) {}

    /**
     * See that a call succeeded after retries.
     *
     * @param attempts how many were made, 2 or more
     * @param elapsed the time from the start of the first attempt to the end of the last
     */
    default void succeeded(int attempts, Duration elapsed) {}

    /**
     * Log through the JDK's {@link System.Logger} named {@code dev.reprise.retry}: retries and late successes as INFO,
     * calls that were given up or not retried as WARNING.
     *
     * @return a listener without state
     */
    static RetryListener logging() {
        return LoggingListener.SYSTEM;
    }

    /**
     * Log the same lines elsewhere, such as {@code logging(log::info)}.
     *
     * @param lines takes each line, without a line end
     * @return a listener
     */
    static RetryListener logging(Consumer<String> lines) {
        return LoggingListener.to(Objects.requireNonNull(lines, "lines"));
    }
}
