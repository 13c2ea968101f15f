package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.internal.Rethrow;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the future of an asynchronous call completes, whatever goes wrong, and on which threads. */
@Timeout(60)
class AsyncCompletionTest {
    private final ManualTime time = new ManualTime();
    private final Retrier retrier = Retrier.attempts(4).backoff("constant 1s").time(time);
    private final AtomicInteger attempts = new AtomicInteger();
    private final Exception down = new Down();

    // resilience4j/resilience4j#1718: a supplier that threw on attempt 2 left the promise open for ever.
    @Test
    void a_supplier_that_throws_on_whatever_attempt_completes_the_future() {
        for (int throwing = 1; throwing <= 4; throwing++) {
            int last = throwing;
            attempts.set(0);
            Error error = new AssertionError("at " + throwing);
            CompletableFuture<String> future = retrier.callAsync(() -> {
                if (attempts.incrementAndGet() == last) {
                    throw error;
                }
                return CompletableFuture.failedFuture(new IOException("stage"));
            });
            time.runUntilIdle();
            assertThat(failureOf(future)).isSameAs(error);
            assertThat(attempts).hasValue(throwing);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // That is the mistake.
    void a_supplier_that_returns_no_stage_has_failed() {
        CompletableFuture<String> future = retrier.callAsync(() -> {
            attempts.incrementAndGet();
            return null;
        });
        time.runUntilIdle();
        assertThat(failureOf(future))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("the stage that the call returned");
        assertThat(attempts).hasValue(4);
    }

    @Test
    void a_stage_that_wraps_its_failure_completes_the_future_with_the_failure_itself() {
        IOException failure = new IOException("down");
        CompletableFuture<String> future = Retrier.attempts(1)
                .callAsync(() -> CompletableFuture.<String>failedFuture(failure).thenApply(String::trim));
        assertThat(failureOf(future)).isSameAs(failure);
    }

    @Test
    void a_wrapper_without_a_cause_is_the_failure() {
        CompletionException bare = new CompletionException("bare", null);
        assertThat(failureOf(Retrier.attempts(1).callAsync(() -> CompletableFuture.failedFuture(bare))))
                .isSameAs(bare);
    }

    @Test
    void a_first_attempt_that_has_succeeded_already_is_handed_through() {
        CompletableFuture<String> made = CompletableFuture.completedFuture("made");
        assertThat(retrier.callAsync(() -> made)).isSameAs(made);
    }

    @Test
    void attempts_run_on_the_caller_then_on_the_executor_and_never_on_the_timer() throws Exception {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "timer"));
        ExecutorService pool = Executors.newSingleThreadExecutor(task -> new Thread(task, "pool"));
        try {
            Retrier quick = Retrier.attempts(3).backoff("constant 1us");
            assertThat(threadsOf(quick))
                    .first()
                    .isEqualTo(Thread.currentThread().getName());
            assertThat(threadsOf(quick)).doesNotContain("reprise-timer", "reprise-aside");
            assertThat(threadsOf(quick.executor(pool)))
                    .containsExactlyInAnyOrder(Thread.currentThread().getName(), "pool");
            assertThat(threadsOf(quick.executor(pool).scheduler(timer)))
                    .containsExactlyInAnyOrder(Thread.currentThread().getName(), "pool");
            assertThat(threadsOf(quick.scheduler(timer))).doesNotContain("timer");
        } finally {
            timer.shutdown();
            pool.shutdown();
        }
    }

    // quarkusio/quarkus#47422: unlimited fast retries recursed to a StackOverflowError.
    @Test
    void a_million_immediate_failures_do_not_overflow_the_stack() throws Exception {
        assertThat(failures(1_000_000, Runnable::run).get()).isEqualTo(1_000_000);
        attempts.set(0);
        // Fewer, as it costs a change of threads for each; a stack would overflow long before.
        assertThat(failures(100_000, SystemTime.COMMON_POOL).get()).isEqualTo(100_000);
    }

    @Test
    void a_scheduler_that_is_shut_down_completes_the_future_with_the_last_failure() {
        ScheduledExecutorService shutDown = Executors.newSingleThreadScheduledExecutor();
        shutDown.shutdown();
        Throwable failure = failureOf(retrier.scheduler(shutDown).callAsync(this::failing));
        assertThat(failure).hasMessage("1");
        assertGivenUpForRejection(failure, 1);
        assertThat(failureOf(retrier.scheduler(shutDown)
                        .attemptTimeout(Duration.ofSeconds(1))
                        .callAsync(this::failing)))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void a_scheduler_that_is_shut_down_in_between_completes_the_future_with_the_last_failure() throws Exception {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        CompletableFuture<String> future = Retrier.attempts(4)
                .backoff("constant 1us")
                .scheduler(timer)
                .callAsync(() -> {
                    if (attempts.get() == 1) {
                        timer.shutdownNow();
                    }
                    return failing();
                });
        Throwable failure = failureOf(future);
        assertThat(failure).hasMessage("2");
        assertGivenUpForRejection(failure, 2);
    }

    @Test
    void an_executor_that_takes_no_task_completes_the_future_with_the_last_failure() {
        Executor full = task -> {
            throw new RejectedExecutionException("full");
        };
        for (String backoff : new String[] {"none", "constant 1s"}) {
            attempts.set(0);
            CompletableFuture<String> future =
                    retrier.backoff(backoff).executor(full).callAsync(this::failing);
            time.runUntilIdle();
            assertThat(failureOf(future)).hasMessage("1");
            assertGivenUpForRejection(failureOf(future), 1);
        }
    }

    @Test
    void an_attempt_whose_supplier_still_blocks_after_its_time_out_holds_no_other_back() throws Exception {
        CountDownLatch blocking = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<String> late = new CompletableFuture<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            CompletableFuture<String> future = retrier.backoff("none")
                    .attemptTimeout(Duration.ofSeconds(5))
                    .executor(pool)
                    .callAsync(() -> {
                        int attempt = attempts.incrementAndGet();
                        if (attempt == 1) {
                            throw new IOException("first");
                        }
                        if (attempt == 2) {
                            blocking.countDown();
                            release.await();
                            return late;
                        }
                        return CompletableFuture.completedFuture("third");
                    });
            blocking.await();
            time.advance(Duration.ofSeconds(5));
            assertThat(future.get(20, TimeUnit.SECONDS)).isEqualTo("third");
            release.countDown();
        } finally {
            release.countDown();
            pool.shutdown();
            assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(late).isCancelled();
        assertThat(attempts).hasValue(3);
    }

    @Test
    void a_foreign_stage_that_cannot_be_listened_to_has_failed() {
        for (Throwable broken : new Throwable[] {new IllegalStateException("deaf"), new AssertionError("deaf")}) {
            for (Retrier each : new Retrier[] {retrier, retrier.listen(new Events())}) {
                CompletableFuture<String> future = each.callAsync(() -> new DeafStage(broken));
                time.runUntilIdle();
                assertThat(failureOf(future)).isSameAs(broken);
                attempts.set(0);
                CompletableFuture<String> second = each.callAsync(() -> attempts.incrementAndGet() == 1
                        ? CompletableFuture.failedFuture(new IOException("1"))
                        : new DeafStage(broken));
                time.runUntilIdle();
                assertThat(failureOf(second)).isSameAs(broken);
            }
        }
    }

    @Test
    void a_stage_that_has_completed_is_not_cancelled() {
        List<DeafStage> made = new ArrayList<>();
        CompletableFuture<String> future = retrier.attemptTimeout(Duration.ofSeconds(5))
                .callAsync(() -> {
                    DeafStage stage = new DeafStage(null);
                    made.add(stage);
                    if (made.size() == 1) {
                        stage.completeExceptionally(new IOException("1"));
                    } else {
                        stage.complete("2");
                    }
                    return stage;
                });
        time.runUntilIdle();
        assertThat(future).isCompletedWithValue("2");
        assertThat(made).hasSize(2).noneMatch(stage -> stage.cancelled);
    }

    /** Takes no dependents where it is told so, and sees whether it is cancelled. */
    private static final class DeafStage extends CompletableFuture<String> {
        private final @Nullable Throwable broken;
        private boolean cancelled;

        DeafStage(@Nullable Throwable broken) {
            this.broken = broken;
        }

        @Override
        public CompletableFuture<String> whenComplete(
                BiConsumer<? super String, ? super @Nullable Throwable> dependent) {
            if (broken != null) {
                throw Rethrow.<RuntimeException>asItCame(broken);
            }
            return super.whenComplete(dependent);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            cancelled = true;
            return super.cancel(mayInterruptIfRunning);
        }
    }

    private CompletableFuture<Integer> failures(int failing, Executor executor) {
        return Retrier.of(RetryPolicy.parse("indefinite budget=1h none"))
                .classifier((failure, state) -> null)
                .executor(executor)
                .callAsync(() -> {
                    if (attempts.incrementAndGet() == failing) {
                        return CompletableFuture.completedFuture(failing);
                    }
                    throw down;
                });
    }

    private CompletableFuture<String> failing() {
        return CompletableFuture.failedFuture(new IOException("" + attempts.incrementAndGet()));
    }

    private static Set<String> threadsOf(Retrier retrier) throws Exception {
        Set<String> names = Collections.synchronizedSet(new LinkedHashSet<>());
        CompletableFuture<String> future = retrier.callAsync(() -> {
            names.add(Thread.currentThread().getName());
            return CompletableFuture.failedFuture(new IOException("down"));
        });
        assertThat(failureOf(future)).hasMessage("down");
        return names;
    }

    private static void assertGivenUpForRejection(Throwable failure, int attempts) {
        RetryNote note = Objects.requireNonNull(RetryNote.of(failure));
        assertThat(note.reason()).isEqualTo(FailReason.INTERRUPTED);
        assertThat(note.attempts()).isEqualTo(attempts);
        assertThat(failure.getSuppressed()).hasAtLeastOneElementOfType(RejectedExecutionException.class);
    }

    static Throwable failureOf(CompletableFuture<?> future) {
        try {
            throw new AssertionError("completed with " + future.get(20, TimeUnit.SECONDS));
        } catch (ExecutionException failed) {
            return Objects.requireNonNull(failed.getCause());
        } catch (Exception other) {
            return other;
        }
    }

    private static final class Down extends Exception {
        private static final long serialVersionUID = 1;

        Down() {
            super("down", null, false, false);
        }
    }
}
