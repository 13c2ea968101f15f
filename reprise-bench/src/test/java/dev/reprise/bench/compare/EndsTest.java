package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.reprise.policy.FailReason;
import dev.reprise.retry.RejectedResult;
import dev.reprise.retry.Retrier;
import dev.reprise.retry.RetryListener;
import dev.reprise.retry.RetryNote;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryState;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;

/** What comes out of a call that does not succeed. Each peer is set to three attempts and hardly any delay. */
class EndsTest {
    private final RetryConfig resilience4j = RetryConfig.custom()
            .maxAttempts(3)
            .waitDuration(Duration.ofMillis(1))
            .build();
    private final dev.failsafe.RetryPolicy<Object> failsafe =
            dev.failsafe.RetryPolicy.builder().withMaxAttempts(3).build();
    private final RetryTemplate spring = new RetryTemplate(
            RetryPolicy.builder().maxRetries(2).delay(Duration.ZERO).build());
    private final Retrier reprise = Retrier.attempts(3).backoff("none");

    private int calls;

    private final Callable<Object> unreachable = () -> {
        throw new IOException(Integer.toString(++calls));
    };

    @Test
    void reprise_throws_the_last_failure_itself_with_the_earlier_ones_and_a_note() {
        Throwable thrown = catchThrowable(() -> reprise.call(unreachable::call));

        assertThat(thrown).isExactlyInstanceOf(IOException.class).hasMessage("3");
        assertThat(thrown.getSuppressed())
                .filteredOn(IOException.class::isInstance)
                .extracting(Throwable::getMessage)
                .containsExactly("1", "2");
        assertThat(Objects.requireNonNull(RetryNote.of(thrown)).reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
    }

    @Test
    void resilience4j_throws_the_last_failure_itself_without_the_earlier_ones() {
        assertThat(catchThrowable(() -> Retry.of("x", resilience4j).executeCallable(unreachable)))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("3")
                .hasNoSuppressedExceptions();
    }

    @Test
    void failsafe_wraps_a_checked_failure_and_drops_the_earlier_ones() {
        Throwable thrown = catchThrowable(() -> Failsafe.with(failsafe).get(unreachable::call));

        assertThat(thrown).isExactlyInstanceOf(FailsafeException.class).hasNoSuppressedExceptions();
        assertThat(thrown.getCause())
                .isInstanceOf(IOException.class)
                .hasMessage("3")
                .hasNoSuppressedExceptions();
    }

    @Test
    void spring_wraps_every_failure_with_the_earlier_ones_also_one_that_was_never_retried() {
        RetryTemplate picky = new RetryTemplate(
                RetryPolicy.builder().includes(IllegalStateException.class).build());

        Throwable thrown = catchThrowable(() -> spring.execute(unreachable::call));
        Throwable notRetried = catchThrowable(() -> picky.execute(unreachable::call));

        assertThat(thrown).isExactlyInstanceOf(RetryException.class).hasSuppressedException(new IOException("1"));
        assertThat(thrown.getCause()).isInstanceOf(IOException.class).hasMessage("3");
        assertThat(notRetried)
                .isExactlyInstanceOf(RetryException.class)
                .hasMessageContaining("exhausted")
                .hasCause(new IOException("4"));
    }

    @Test
    void failsafe_and_spring_retry_an_error_of_the_jvm_unless_told_otherwise_and_the_others_do_not() {
        Callable<Object> full = () -> {
            calls++;
            throw new OutOfMemoryError("planted");
        };

        assertThat(callsOf(() -> reprise.call(full::call))).isEqualTo(1);
        assertThat(callsOf(() -> Retry.of("x", resilience4j).executeCallable(full)))
                .isEqualTo(1);
        assertThat(callsOf(() -> Failsafe.with(failsafe).get(full::call))).isEqualTo(3);
        assertThat(callsOf(() -> spring.execute(full::call))).isEqualTo(3);
    }

    @Test
    void a_listener_that_throws_ends_the_call_at_resilience4j_and_spring_and_changes_nothing_at_the_others() {
        Retry retry = Retry.of("x", resilience4j);
        retry.getEventPublisher().onRetry(event -> broken());
        var listening = dev.failsafe.RetryPolicy.builder()
                .withMaxAttempts(3)
                .onRetryScheduled(event -> broken())
                .build();
        spring.setRetryListener(new org.springframework.core.retry.RetryListener() {
            @Override
            public void beforeRetry(RetryPolicy policy, Retryable<?> call, RetryState state) {
                broken();
            }
        });

        assertThat(callsOf(() -> retry.executeCallable(unreachable))).isEqualTo(1);
        assertThat(callsOf(() -> spring.execute(unreachable::call))).isEqualTo(1);
        assertThat(callsOf(() -> Failsafe.with(listening).get(unreachable::call)))
                .isEqualTo(3);
        assertThat(callsOf(() -> reprise.listen(new RetryListener() {
                            @Override
                            public void attemptFailed(int attempt, Throwable failure) {
                                broken();
                            }
                        })
                        .call(unreachable::call)))
                .isEqualTo(3);
    }

    @Test
    void a_failure_inside_a_completion_exception_is_recognised_by_reprise_and_spring() {
        Callable<Object> wrapped = () -> {
            calls++;
            throw new CompletionException(new IOException("reset"));
        };
        RetryConfig onIo = RetryConfig.custom()
                .retryExceptions(IOException.class)
                .waitDuration(Duration.ofMillis(1))
                .build();
        var handleIo =
                dev.failsafe.RetryPolicy.builder().handle(IOException.class).build();
        RetryTemplate includeIo = new RetryTemplate(RetryPolicy.builder()
                .includes(IOException.class)
                .maxRetries(2)
                .delay(Duration.ZERO)
                .build());

        assertThat(callsOf(() -> reprise.on(IOException.class).call(wrapped::call)))
                .isEqualTo(3);
        assertThat(callsOf(() -> includeIo.execute(wrapped::call))).isEqualTo(3);
        assertThat(callsOf(() -> Retry.of("x", onIo).executeCallable(wrapped))).isEqualTo(1);
        assertThat(callsOf(() -> Failsafe.with(handleIo).get(wrapped::call))).isEqualTo(1);
    }

    @Test
    void the_last_rejected_result_is_returned_by_resilience4j_and_failsafe_and_by_reprise_if_asked() throws Exception {
        RetryConfig onResult = RetryConfig.from(resilience4j)
                .retryOnResult(result -> true)
                .waitDuration(Duration.ofMillis(1))
                .build();
        var handleResult = dev.failsafe.RetryPolicy.<String>builder()
                .handleResultIf(result -> true)
                .build();

        assertThat(Retry.of("x", onResult).executeCallable(() -> "rejected")).isEqualTo("rejected");
        assertThat(Failsafe.with(handleResult).get(() -> "rejected")).isEqualTo("rejected");
        assertThat(reprise.rejectIf((String result) -> true).returnLast().call(() -> "rejected"))
                .isEqualTo("rejected");
        assertThat(catchThrowable(
                        () -> reprise.rejectIf((String result) -> true).call(() -> "rejected")))
                .isInstanceOfSatisfying(
                        RejectedResult.class,
                        thrown -> assertThat(thrown.result()).isEqualTo("rejected"));
    }

    private int callsOf(ThrowingCallable call) {
        calls = 0;
        assertThat(catchThrowable(call)).isNotNull();
        return calls;
    }

    private static void broken() {
        throw new IllegalStateException("a listener that throws");
    }
}
