package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inSyncModes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.AttemptTimeoutException;
import dev.reprise.policy.FailReason;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AttemptTimeoutTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final ManualTime time = new ManualTime();

    @AfterEach
    void no_flag_is_left_to_the_next_test() {
        assertThat(Thread.interrupted()).isFalse();
    }

    // aws/aws-sdk-java-v2#1684: the interrupt of the attempt's own timer was taken for an abort.
    // rholder/guava-retrying#29:
    // a time-out ended the retries.
    @TestFactory
    Stream<DynamicTest> a_time_out_interrupts_once_and_is_retried_whatever_the_filter() {
        return inSyncModes(it -> {
            Outcome<Boolean> outcome = it.run(it.retrier.on(IOException.class).attemptTimeout(LIMIT), () -> {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                if (it.attempts.incrementAndGet() < 3) {
                    it.time.advance(LIMIT);
                    throw blocked();
                }
                return true;
            });
            assertThat(outcome.value()).isTrue();
            assertThat(it.time.pending()).isZero();
            assertThat(it.events.told())
                    .containsExactly(
                            "failed 1 the attempt did not end within 10s",
                            "retry 1 the attempt did not end within 10s PT1S",
                            "failed 2 the attempt did not end within 10s",
                            "retry 2 the attempt did not end within 10s PT1S",
                            "succeeded 3 PT22S");
        });
    }

    @TestFactory
    Stream<DynamicTest> what_the_attempt_throws_then_is_the_cause_and_the_flag_is_down() {
        return inSyncModes(it -> {
            RuntimeException wrapped = new IllegalStateException("woken");
            Outcome<String> outcome = it.run(it.retrier.attemptTimeout(LIMIT), () -> {
                it.time.advance(LIMIT);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                throw wrapped;
            });
            assertThat(outcome.thrown())
                    .isInstanceOfSatisfying(
                            AttemptTimeoutException.class,
                            timeout -> assertThat(timeout.timeout()).isEqualTo(LIMIT))
                    .hasCause(wrapped);
            assertThat(outcome.note().attempts()).isEqualTo(3);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @TestFactory
    Stream<DynamicTest> a_success_that_comes_late_still_counts() {
        return inSyncModes(it -> {
            Outcome<Boolean> outcome = it.run(it.retrier.attemptTimeout(LIMIT), () -> {
                it.time.advance(LIMIT);
                return Thread.currentThread().isInterrupted();
            });
            assertThat(outcome).isEqualTo(new Outcome<>(true, null));
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            assertThat(it.events.told()).isEmpty();
        });
    }

    @TestFactory
    Stream<DynamicTest> an_error_is_no_time_out_though_it_comes_late() {
        return inSyncModes(it -> {
            Error error = new AssertionError("late");
            assertThat(it.run(it.retrier.attemptTimeout(LIMIT), () -> {
                                it.time.advance(LIMIT);
                                throw error;
                            })
                            .thrown())
                    .isSameAs(error);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    // A loop that polls Thread.isInterrupted() and throws leaves the flag up, and no wait was possible any more.
    @TestFactory
    Stream<DynamicTest> a_callee_that_only_looks_at_the_flag_before_it_throws_is_called_again_with_the_flag_down() {
        return inSyncModes(it -> {
            Outcome<String> outcome = it.run(it.retrier.attemptTimeout(LIMIT), () -> {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                it.attempts.incrementAndGet();
                it.time.advance(LIMIT);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                throw new InterruptedException("polled");
            });
            assertThat(outcome.thrown())
                    .isInstanceOf(AttemptTimeoutException.class)
                    .cause()
                    .hasMessage("polled");
            assertThat(outcome.reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
            assertThat(it.attempts).hasValue(3);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        });
    }

    @Test
    void an_interrupt_from_outside_that_follows_ours_in_the_same_attempt_is_taken_for_ours() throws Exception {
        RetryResult<String> result = retrier().tryCall(() -> {
            time.advance(LIMIT);
            assertThat(Thread.interrupted()).isTrue();
            Thread.currentThread().interrupt();
            throw new InterruptedException("ours");
        });
        assertThat(result.failure()).isInstanceOf(AttemptTimeoutException.class);
        assertThat(result.reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void an_interrupt_from_before_survives_a_late_success_and_is_passed_on_if_thrown() throws Exception {
        Thread.currentThread().interrupt();
        assertThat(retrier().call(() -> {
                    time.advance(LIMIT);
                    return "late";
                }))
                .isEqualTo("late");
        assertThat(Thread.interrupted()).isTrue();

        Thread.currentThread().interrupt();
        InterruptedException theirs = new InterruptedException("theirs");
        Outcome<String> outcome = new Outcome<>(null, null);
        try {
            retrier().call(() -> {
                assertThat(Thread.interrupted()).isTrue();
                time.advance(LIMIT);
                assertThat(Thread.interrupted()).isTrue();
                throw theirs;
            });
        } catch (InterruptedException passedOn) {
            outcome = new Outcome<>(null, passedOn);
        }
        assertThat(outcome.thrown()).isSameAs(theirs);
    }

    @Test
    void an_interrupt_of_somebody_else_within_the_time_is_passed_on() {
        InterruptedException theirs = new InterruptedException("theirs");
        assertThat(thrownBy(() -> retrier().call(() -> {
                    throw theirs;
                })))
                .isSameAs(theirs);
        assertThat(time.pending()).isZero();
    }

    @TestFactory
    Stream<DynamicTest> what_is_left_of_the_budget_is_the_time_out_where_it_is_less() {
        return inSyncModes(it -> {
            Retrier bounded = it.retrier.attemptTimeout(LIMIT).timeBudget(Duration.ofSeconds(14));
            Outcome<String> outcome = it.run(bounded, () -> {
                it.time.advance(LIMIT);
                throw blocked();
            });
            assertThat(((AttemptTimeoutException) outcome.thrown()).timeout()).isEqualTo(Duration.ofSeconds(3));
            assertThat(((AttemptTimeoutException) outcome.thrown().getSuppressed()[1]).timeout())
                    .isEqualTo(LIMIT);
            assertThat(outcome.reason()).isEqualTo(FailReason.DEADLINE);
        });
    }

    @Test
    void an_attempt_at_the_last_instant_of_the_budget_has_no_time_but_is_made() {
        AtomicInteger attempts = new AtomicInteger();
        Throwable thrown =
                thrownBy(() -> retrier().timeBudget(Duration.ofSeconds(1)).call(() -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new IOException("first");
                    }
                    time.advance(Duration.ofNanos(1));
                    throw blocked();
                }));
        assertThat(thrown).hasMessage("the attempt did not end within 1ns");
    }

    @Test
    void a_time_out_can_be_told_apart_and_never_retried() {
        AtomicInteger attempts = new AtomicInteger();
        Throwable thrown =
                thrownBy(() -> retrier().neverOn(AttemptTimeoutException.class).call(() -> {
                    attempts.incrementAndGet();
                    time.advance(LIMIT);
                    throw blocked();
                }));
        assertThat(thrown).isInstanceOf(AttemptTimeoutException.class).hasNoSuppressedExceptions();
        assertThat(attempts).hasValue(1);
    }

    @Test
    void a_thread_that_is_really_blocked_is_woken() {
        Retrier quick = Retrier.attempts(2).backoff("none").attemptTimeout(Duration.ofMillis(5));
        Throwable thrown = thrownBy(() -> quick.call(() -> {
            new CountDownLatch(1).await();
            return "never";
        }));
        assertThat(thrown).isInstanceOf(AttemptTimeoutException.class);
        assertThat(Objects.requireNonNull(RetryNote.of(thrown)).attempts()).isEqualTo(2);
    }

    @Test
    void an_asynchronous_time_out_cancels_the_stage_and_what_it_does_later_is_not_heard() {
        List<CompletableFuture<String>> stages = List.of(new Deaf(), new CompletableFuture<>(), new Deaf());
        AtomicInteger attempts = new AtomicInteger();
        Events events = new Events();
        CompletableFuture<String> future =
                retrier().on(IOException.class).listen(events).callAsync(() -> stages.get(attempts.getAndIncrement()));
        time.advance(LIMIT.plusSeconds(1));
        stages.get(0).complete("late");
        time.advance(LIMIT.plusSeconds(1));
        assertThat(stages.get(1)).isCancelled();
        assertThat(future).isNotDone();
        stages.get(2).complete("in time");
        assertThat(future).isCompletedWithValue("in time");
        assertThat(time.pending()).isZero();
        assertThat(events.told())
                .containsExactly(
                        "failed 1 the attempt did not end within 10s",
                        "retry 1 the attempt did not end within 10s PT1S",
                        "failed 2 the attempt did not end within 10s",
                        "retry 2 the attempt did not end within 10s PT1S",
                        "succeeded 3 PT22S");
    }

    @Test
    void what_is_left_of_the_budget_bounds_asynchronous_attempts_too() {
        CompletableFuture<String> future =
                retrier().timeBudget(Duration.ofSeconds(14)).callAsync(CompletableFuture::new);
        time.runUntilIdle();
        assertThat(AsyncCompletionTest.failureOf(future)).hasMessage("the attempt did not end within 3s");
        assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(14).toNanos());
    }

    private Retrier retrier() {
        return Retrier.attempts(3).backoff("constant 1s").time(time).attemptTimeout(LIMIT);
    }

    private static InterruptedException blocked() {
        assertThat(Thread.interrupted()).isTrue();
        return new InterruptedException("blocked");
    }

    private static Throwable thrownBy(Call<?, ?> call) {
        try {
            call.call();
        } catch (Throwable failure) {
            return failure;
        }
        throw new AssertionError("did not throw");
    }

    /** Does not listen to being cancelled. */
    private static final class Deaf extends CompletableFuture<String> {
        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
        }
    }
}
