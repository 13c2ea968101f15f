package dev.reprise.retry;

import static dev.reprise.retry.AsyncCompletionTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.AttemptTimeoutException;
import dev.reprise.policy.FailReason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Time-outs of asynchronous attempts are decided where no attempt can hold them up, and not on the timer. */
@Timeout(60)
class DecisionsAsideTest {
    private static final Map<String, Supplier<ExecutorService>> NARROW = new LinkedHashMap<>();

    static {
        NARROW.put("one thread", Executors::newSingleThreadExecutor);
        NARROW.put("a fork-join pool, as the common one is", () -> new ForkJoinPool(1));
    }

    private final AtomicInteger attempts = new AtomicInteger();

    @TestFactory
    Stream<DynamicTest> an_attempt_that_blocks_the_only_thread_of_the_executor_is_timed_out() {
        return onNarrow((pool, release) -> {
            CompletableFuture<String> future = timed(2).executor(pool).callAsync(() -> blocking(release));
            assertThat(failureOf(future)).isInstanceOf(AttemptTimeoutException.class);
            assertThat(attempts).hasValue(2);
        });
    }

    @Test
    void an_attempt_that_blocks_the_default_executor_is_timed_out() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<String> future = timed(2).callAsync(() -> blocking(release));
        assertThat(failureOf(future)).isInstanceOf(AttemptTimeoutException.class);
        release.countDown();
    }

    @TestFactory
    Stream<DynamicTest> an_attempt_is_timed_out_although_the_executor_is_busy_with_other_work() {
        return onNarrow((pool, release) -> {
            CountDownLatch busy = new CountDownLatch(1);
            Future<?> other = pool.submit(() -> {
                busy.countDown();
                release.await();
                return true;
            });
            busy.await();
            CompletableFuture<String> future = timed(1).executor(pool).callAsync(CompletableFuture::new);
            assertThat(failureOf(future)).isInstanceOf(AttemptTimeoutException.class);
            assertThat(other.isDone()).isFalse();
        });
    }

    @Test
    void listeners_and_dependents_of_a_time_out_run_on_a_daemon_thread_of_their_own() {
        ThreadNames threads = new ThreadNames();
        // Long enough that the dependent is there before.
        CompletableFuture<String> future =
                timed(1).attemptTimeout(Duration.ofMillis(500)).listen(threads).callAsync(CompletableFuture::new);
        assertThat(threads.ofDependent(future)).isEqualTo("reprise-aside daemon");
        assertThat(threads.told).hasValue("reprise-aside daemon");
    }

    @Test
    void with_manual_time_a_time_out_is_decided_by_whoever_moves_the_time_and_the_executor_is_not_asked() {
        ManualTime time = new ManualTime();
        ThreadNames threads = new ThreadNames();
        CompletableFuture<String> future = Retrier.attempts(1)
                .time(time)
                .attemptTimeout(Duration.ofSeconds(10))
                .listen(threads)
                .executor(DecisionsAsideTest::full)
                .callAsync(CompletableFuture::new);
        time.advance(Duration.ofSeconds(10));
        assertThat(future).isCompletedExceptionally();
        assertThat(failureOf(future)).isInstanceOf(AttemptTimeoutException.class);
        assertThat(threads.told).hasValue(ThreadNames.current());
    }

    @Test
    void where_a_time_of_ones_own_has_nobody_to_decide_the_timer_does() {
        ManualTime time = new ManualTime();
        Retrier retrier = Retrier.attempts(2).backoff("constant 1s").time(new WithoutExecutor(time));
        CompletableFuture<String> late =
                retrier.attemptTimeout(Duration.ofSeconds(10)).callAsync(CompletableFuture::new);
        CompletableFuture<String> refused =
                retrier.callAsync(() -> CompletableFuture.failedFuture(new IOException("1")));
        time.runUntilIdle();
        assertThat(failureOf(late)).isInstanceOf(AttemptTimeoutException.class);
        assertThat(failureOf(refused)).hasMessage("1");
        assertThat(Objects.requireNonNull(RetryNote.of(failureOf(refused))).reason())
                .isEqualTo(FailReason.INTERRUPTED);
    }

    /** Fails on the caller, and blocks from then on, whoever makes the attempt. */
    private CompletableFuture<String> blocking(CountDownLatch release) throws Exception {
        if (attempts.incrementAndGet() == 1) {
            throw new IOException("first");
        }
        assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
        return new CompletableFuture<>();
    }

    private static Retrier timed(int attempts) {
        return Retrier.attempts(attempts).backoff("none").attemptTimeout(Duration.ofMillis(20));
    }

    private static void full(Runnable task) {
        throw new RejectedExecutionException("full: " + task);
    }

    private Stream<DynamicTest> onNarrow(OnPool body) {
        return NARROW.entrySet().stream()
                .map(pool -> DynamicTest.dynamicTest(pool.getKey(), () -> {
                    CountDownLatch release = new CountDownLatch(1);
                    ExecutorService threads = pool.getValue().get();
                    try {
                        attempts.set(0);
                        body.run(threads, release);
                    } finally {
                        release.countDown();
                        threads.shutdown();
                        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS))
                                .isTrue();
                    }
                }));
    }

    private interface OnPool {
        void run(ExecutorService pool, CountDownLatch release) throws Exception;
    }

    /** Moves by hand, and has nobody to make attempts. */
    private record WithoutExecutor(ManualTime time) implements RetryTime {
        @Override
        public Instant instant() {
            return time.instant();
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public void sleep(Duration delay) throws InterruptedException {
            time.sleep(delay);
        }

        @Override
        public Future<?> schedule(Runnable task, Duration delay) {
            return time.schedule(task, delay);
        }

        @Override
        public Executor executor() {
            return DecisionsAsideTest::full;
        }
    }

    /** Which thread tells that a call was given up, and which one runs what depends on it. */
    static final class ThreadNames implements RetryListener {
        final AtomicReference<String> told = new AtomicReference<>("");

        @Override
        public void gaveUp(int attempts, Throwable failure, dev.reprise.policy.RetryDecision.Fail decision) {
            told.set(current());
        }

        String ofDependent(CompletableFuture<?> future) {
            return future.handle((value, failure) -> current())
                    .orTimeout(20, TimeUnit.SECONDS)
                    .join();
        }

        static String current() {
            Thread thread = Thread.currentThread();
            return thread.getName() + (thread.isDaemon() ? " daemon" : "");
        }
    }
}
