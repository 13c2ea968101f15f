package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.reprise.retry.Retrier;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/** What an interrupt does: to a wait, which would take an hour each time, and when an attempt throws it. */
class InterruptsTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final RetryConfig resilience4j =
            RetryConfig.custom().maxAttempts(3).waitDuration(HOUR).build();

    private int calls;

    private final Callable<Object> interrupted = () -> {
        calls++;
        Thread.currentThread().interrupt();
        throw new IOException("reset");
    };

    private final Callable<Object> interruptedItself = () -> {
        calls++;
        throw new InterruptedException("stop");
    };

    @AfterEach
    void clear_the_flag() {
        Thread.interrupted();
    }

    @Test
    void reprise_throws_the_last_failure_and_keeps_the_flag() {
        Retrier hourly = Retrier.attempts(3).backoff("constant 1h").patience(HOUR);

        assertThat(catchThrowable(() -> hourly.call(interrupted::call))).isExactlyInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void resilience4j_throws_the_last_failure_and_keeps_the_flag_but_loses_a_rejected_result() {
        RetryConfig onResult = RetryConfig.from(resilience4j)
                .retryOnResult(result -> true)
                .waitDuration(HOUR)
                .build();

        assertThat(catchThrowable(() -> Retry.of("x", resilience4j).executeCallable(interrupted)))
                .isExactlyInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(catchThrowable(() -> Retry.of("x", onResult).executeCallable(() -> {
                    Thread.currentThread().interrupt();
                    return "rejected";
                })))
                .isExactlyInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void failsafe_throws_the_interrupt_wrapped_without_the_failure_and_keeps_the_flag() {
        var hourly = dev.failsafe.RetryPolicy.builder().withDelay(HOUR).build();

        Throwable thrown = catchThrowable(() -> Failsafe.with(hourly).get(interrupted::call));

        assertThat(thrown)
                .isExactlyInstanceOf(FailsafeException.class)
                .hasCauseInstanceOf(InterruptedException.class)
                .hasNoSuppressedExceptions();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void spring_throws_the_failure_wrapped_and_keeps_the_flag() {
        RetryTemplate hourly =
                new RetryTemplate(RetryPolicy.builder().delay(HOUR).build());

        assertThat(catchThrowable(() -> hourly.execute(interrupted::call)))
                .isExactlyInstanceOf(RetryException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void an_attempt_that_is_interrupted_is_made_again_by_resilience4j_and_spring_and_not_by_the_others() {
        RetryConfig soon = RetryConfig.custom()
                .maxAttempts(3)
                .waitDuration(Duration.ofMillis(1))
                .build();
        RetryTemplate atOnce = new RetryTemplate(
                RetryPolicy.builder().maxRetries(2).delay(Duration.ZERO).build());
        var hourly = dev.failsafe.RetryPolicy.builder().withDelay(HOUR).build();

        assertThat(callsOf(() -> Retry.of("x", soon).executeCallable(interruptedItself)))
                .isEqualTo(3);
        assertThat(callsOf(() -> atOnce.execute(interruptedItself::call))).isEqualTo(3);
        assertThat(callsOf(() -> Failsafe.with(hourly).get(interruptedItself::call)))
                .isEqualTo(1);
        assertThat(callsOf(() -> Retrier.defaults().call(interruptedItself::call)))
                .isEqualTo(1);
    }

    private int callsOf(ThrowingCallable call) {
        calls = 0;
        assertThat(catchThrowable(call)).isNotNull();
        Thread.interrupted();
        return calls;
    }
}
