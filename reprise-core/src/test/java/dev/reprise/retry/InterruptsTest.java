package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inAllModes;
import static dev.reprise.retry.Scenario.inSyncModes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.FailReason;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // What the tasks do is looked at, not what becomes of them.
class InterruptsTest {
    @AfterEach
    void no_flag_is_left_to_the_next_test() {
        assertThat(Thread.interrupted()).isFalse();
    }

    // resilience4j/resilience4j#1856, #1855, #2368: an interrupt in the wait lost the flag, and ended in a
    // NullPointerException where the call was checked, and where it had a rule for results.
    @TestFactory
    Stream<DynamicTest> an_interrupt_while_waiting_throws_the_last_failure_and_leaves_the_flag_up() {
        return inSyncModes(it -> {
            AtomicBoolean flag = new AtomicBoolean();
            Outcome<String> outcome = noting(flag, it, it.retrier, () -> {
                Thread.currentThread().interrupt();
                return it.failing(9);
            });
            assertThat(outcome.thrown()).isInstanceOf(IOException.class).hasMessage("1");
            assertThat(outcome.reason()).isEqualTo(FailReason.INTERRUPTED);
            assertThat(outcome.note().refusedDelay()).isEqualTo(Duration.ofSeconds(1));
            assertThat(flag).isTrue();
            assertThat(it.events.told()).containsExactly("failed 1 1", "retry 1 1 PT1S", "gave up 1 1 INTERRUPTED");
        });
    }

    // OpenFeign/feign#624: after an interrupt every later sleep threw at once, a flood of calls without delay.
    @TestFactory
    Stream<DynamicTest> an_interrupt_ends_the_retries_also_where_there_is_no_wait() {
        return inSyncModes(it -> {
            AtomicBoolean flag = new AtomicBoolean();
            Outcome<String> outcome = noting(flag, it, it.retrier.backoff("none"), () -> {
                if (it.attempts.get() == 1) {
                    Thread.currentThread().interrupt();
                }
                return it.failing(9);
            });
            assertThat(outcome.thrown()).hasMessage("2");
            assertThat(outcome.reason()).isEqualTo(FailReason.INTERRUPTED);
            assertThat(flag).isTrue();
        });
    }

    // spring-attic/spring-retry#386, failsafe-lib/failsafe#63: the flag was lost, and the retriers around went on.
    @TestFactory
    Stream<DynamicTest> retriers_around_the_interrupted_one_stop_as_well() {
        return inSyncModes(it -> {
            AtomicBoolean flag = new AtomicBoolean();
            Retrier inner = Retrier.attempts(5).backoff("constant 1s").time(it.time);
            Outcome<String> outcome = noting(
                    flag,
                    it,
                    it.retrier,
                    () -> inner.call(() -> {
                        Thread.currentThread().interrupt();
                        return it.failing(9);
                    }));
            assertThat(outcome.thrown()).hasMessage("1");
            assertThat(it.attempts).hasValue(1);
            assertThat(flag).isTrue();
        });
    }

    // rhuffman/re-retrying#36: the callee's own InterruptedException was taken for a failure.
    @TestFactory
    Stream<DynamicTest> an_interrupt_that_the_attempt_throws_is_passed_on_with_the_flag_as_it_left_it() {
        return inSyncModes(it -> {
            for (boolean up : new boolean[] {false, true}) {
                it.attempts.set(0);
                InterruptedException own = new InterruptedException("own");
                AtomicBoolean flag = new AtomicBoolean(!up);
                Outcome<String> outcome = noting(flag, it, it.retrier, () -> {
                    if (up) {
                        Thread.currentThread().interrupt();
                    }
                    return it.throwing(own);
                });
                assertThat(outcome.thrown()).isSameAs(own).hasNoSuppressedExceptions();
                assertThat(it.attempts).hasValue(1);
                assertThat(flag.get()).isEqualTo(up);
            }
        });
    }

    // jd/tenacity#529, #186, #505: "retry everything but X" swallowed cancellation and Ctrl-C.
    @TestFactory
    Stream<DynamicTest> interrupts_and_cancellations_are_outside_of_every_filter() {
        return inAllModes(it -> {
            for (Exception control : new Exception[] {
                new InterruptedException("wrapped"),
                new CancellationException("cancelled"),
                new ClosedByInterruptException(),
                new ExecutionException(new InterruptedException())
            }) {
                it.attempts.set(0);
                Outcome<String> outcome = it.run(it.retrier.neverOn(IOException.class), () -> it.throwing(control));
                assertThat(outcome.thrown()).isSameAs(control).hasNoSuppressedExceptions();
                assertThat(it.attempts).hasValue(1);
            }
            assertThat(it.events.told()).isEmpty();
        });
    }

    @Test
    void what_is_passed_on_and_is_neither_interrupt_nor_unchecked_is_an_interrupt_in_a_result() throws Exception {
        ClosedByInterruptException closed = new ClosedByInterruptException();
        RetryResult<String> result = Retrier.defaults().tryCall(() -> {
            throw closed;
        });
        assertThat(result.failure()).isSameAs(closed);
        assertThat(result.reason()).isEqualTo(FailReason.INTERRUPTED);
        assertThat(result.attempts()).isEqualTo(1);
    }

    @Test
    void a_result_tells_of_an_interrupt_in_a_checked_wrapper() throws Exception {
        for (Exception wrapped : new Exception[] {
            new ExecutionException(new InterruptedException()),
            new ExecutionException(new ClosedByInterruptException()),
            new InvocationTargetException(new ExecutionException(new InterruptedException()))
        }) {
            RetryResult<String> result = Retrier.defaults().tryCall(() -> {
                throw wrapped;
            });
            assertThat(result.failure()).isSameAs(wrapped);
            assertThat(result.reason()).isEqualTo(FailReason.INTERRUPTED);
        }
    }

    // An error in a wrapper was told as an interrupt.
    @Test
    void an_error_or_a_cancellation_in_a_checked_wrapper_comes_out_of_a_result_as_it_came() {
        for (Exception wrapped : new Exception[] {
            new ExecutionException(new AssertionError("inner")),
            new ExecutionException(new OutOfMemoryError("inner")),
            new InvocationTargetException(new AssertionError("inner")),
            new ExecutionException(new CancellationException("inner"))
        }) {
            assertThatThrownBy(() -> Retrier.defaults().tryCall(() -> {
                        throw wrapped;
                    }))
                    .isSameAs(wrapped);
        }
    }

    @Test
    void a_task_that_interrupts_a_manual_wait_counts() {
        ManualTime time = new ManualTime();
        time.schedule(() -> Thread.currentThread().interrupt(), Duration.ofSeconds(1));
        assertThat(sleeping(time, Duration.ofSeconds(2)).thrown())
                .isInstanceOf(InterruptedException.class)
                .hasMessage("interrupted while waiting for the next attempt");
        assertThat(Thread.interrupted()).isFalse();
        assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(2).toNanos());
    }

    @TestFactory
    Stream<DynamicTest> an_interrupt_in_the_middle_of_a_manual_wait_ends_the_retries() {
        return inSyncModes(it -> {
            AtomicBoolean flag = new AtomicBoolean();
            it.time.schedule(() -> Thread.currentThread().interrupt(), Duration.ofMillis(1500));
            Outcome<String> outcome = noting(flag, it, it.retrier, () -> it.failing(9));
            assertThat(outcome.thrown()).hasMessage("2");
            assertThat(outcome.reason()).isEqualTo(FailReason.INTERRUPTED);
            assertThat(flag).isTrue();
        });
    }

    @Test
    void a_thread_that_is_really_waiting_is_woken() throws Exception {
        for (Retrier retrier :
                new Retrier[] {Retrier.attempts(2), Retrier.attempts(2).listen(new Events())}) {
            CountDownLatch failed = new CountDownLatch(1);
            AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
            AtomicBoolean flag = new AtomicBoolean();
            Thread waiting = new Thread(() -> {
                try {
                    retrier.backoff("constant 1m").call(() -> {
                        failed.countDown();
                        throw new IOException("down");
                    });
                } catch (IOException | InterruptedException failure) {
                    thrown.set(failure);
                }
                flag.set(Thread.currentThread().isInterrupted());
            });
            waiting.start();
            failed.await();
            waiting.interrupt();
            waiting.join();
            assertThat(thrown.get()).isInstanceOf(IOException.class);
            assertThat(flag).isTrue();
        }
    }

    @Test
    void the_system_s_time_throws_at_once_if_the_flag_is_up_and_takes_it_down() {
        Thread.currentThread().interrupt();
        Outcome<Object> outcome = sleeping(RetryTime.system(), Duration.ofDays(1));
        assertThat(outcome.thrown())
                .isInstanceOf(InterruptedException.class)
                .hasMessage("interrupted while waiting for the next attempt");
        assertThat(Thread.interrupted()).isFalse();

        Thread.currentThread().interrupt();
        assertThat(sleeping(new ManualTime(), Duration.ofDays(1)).thrown())
                .isInstanceOf(InterruptedException.class)
                .hasMessage("interrupted while waiting for the next attempt");
        assertThat(Thread.interrupted()).isFalse();
    }

    private static Outcome<Object> sleeping(RetryTime time, Duration delay) {
        try {
            time.sleep(delay);
            return new Outcome<>("slept", null);
        } catch (InterruptedException interrupt) {
            return new Outcome<>(null, interrupt);
        }
    }

    /** Run, and note and take down the flag of the thread that made the call. */
    private static Outcome<String> noting(AtomicBoolean flag, Scenario it, Retrier by, Call<String, ?> attempt)
            throws Exception {
        if (it.mode == Mode.VIRTUAL_SYNC) {
            return onVirtualThread(flag, by, attempt);
        }
        Outcome<String> outcome = it.run(by, attempt);
        flag.set(Thread.interrupted());
        return outcome;
    }

    private static Outcome<String> onVirtualThread(AtomicBoolean flag, Retrier by, Call<String, ?> attempt)
            throws InterruptedException {
        AtomicReference<Outcome<String>> outcome = new AtomicReference<>(new Outcome<>(null, null));
        VirtualThreads.start(() -> {
                    try {
                        outcome.set(new Outcome<>(by.call(attempt), null));
                    } catch (Throwable failure) {
                        outcome.set(new Outcome<>(null, failure));
                    }
                    flag.set(Thread.currentThread().isInterrupted());
                })
                .join();
        return Objects.requireNonNull(outcome.get());
    }
}
