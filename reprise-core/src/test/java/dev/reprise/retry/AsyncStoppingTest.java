package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Whoever completes or cancels the future from outside stops the timer and the attempt in flight. */
@Timeout(60)
class AsyncStoppingTest {
    /** Every way to end somebody else's future. */
    private static final Map<String, Consumer<CompletableFuture<String>>> ENDS = new LinkedHashMap<>();

    static {
        ENDS.put("cancel", future -> assertThat(future.cancel(true)).isTrue());
        ENDS.put("complete", future -> assertThat(future.complete("outside")).isTrue());
        ENDS.put(
                "complete exceptionally",
                future -> assertThat(future.completeExceptionally(new IOException("outside")))
                        .isTrue());
        ENDS.put("complete async", future -> future.completeAsync(() -> "outside", Runnable::run));
        ENDS.put("complete async in the common pool", future -> done(future.completeAsync(() -> "outside")));
        ENDS.put(
                "complete async with a failure",
                future -> future.completeAsync(
                        () -> {
                            throw new IllegalStateException("outside");
                        },
                        Runnable::run));
        ENDS.put("or time-out", future -> done(future.orTimeout(1, TimeUnit.MILLISECONDS)));
        ENDS.put("complete on time-out", future -> done(future.completeOnTimeout("outside", 1, TimeUnit.MILLISECONDS)));
        ENDS.put("obtrude value", future -> future.obtrudeValue("outside"));
        ENDS.put("obtrude exception", future -> future.obtrudeException(new IOException("outside")));
    }

    private final ManualTime time = new ManualTime();
    private final Retrier retrier = Retrier.attempts(9).backoff("constant 1s").time(time);
    private final AtomicInteger attempts = new AtomicInteger();

    // failsafe-lib/failsafe#52, helidon-io/helidon#3650: cancelling the future did not stop the retries.
    @TestFactory
    Stream<DynamicTest> ending_the_future_while_it_waits_takes_the_timer_out() {
        return inAllWays(end -> {
            CompletableFuture<String> future = retrier.callAsync(this::failing);
            time.advance(Duration.ofSeconds(1));
            assertThat(time.pending()).isEqualTo(1);
            end.accept(future);
            assertEventually(() -> time.pending() == 0);
            time.runUntilIdle();
            assertThat(attempts).hasValue(2);
        });
    }

    @TestFactory
    Stream<DynamicTest> ending_the_future_cancels_the_attempt_in_flight_and_its_time_out() {
        return inAllWays(end -> {
            List<CompletableFuture<String>> stages = new ArrayList<>();
            CompletableFuture<String> future = retrier.attemptTimeout(Duration.ofMinutes(1))
                    .callAsync(() -> {
                        attempts.incrementAndGet();
                        stages.add(new CompletableFuture<>());
                        return stages.get(stages.size() - 1);
                    });
            stages.get(0).completeExceptionally(new IOException("first"));
            time.advance(Duration.ofSeconds(1));
            assertThat(time.pending()).isEqualTo(1);
            end.accept(future);
            assertEventually(() -> stages.get(1).isCancelled() && time.pending() == 0);
            time.runUntilIdle();
            assertThat(attempts).hasValue(2);
        });
    }

    @Test
    void a_future_that_is_ended_while_its_supplier_runs_cancels_the_stage_that_is_made_then() {
        List<CompletableFuture<String>> future = new ArrayList<>();
        CompletableFuture<String> made = new CompletableFuture<>();
        future.add(retrier.callAsync(() -> {
            if (attempts.incrementAndGet() == 1) {
                throw new IOException("first");
            }
            future.get(0).cancel(false);
            return made;
        }));
        time.runUntilIdle();
        assertThat(made).isCancelled();
        assertThat(attempts).hasValue(2);
    }

    @Test
    void a_future_that_is_ended_while_a_time_out_is_set_begins_no_attempt_and_leaves_no_timer() {
        List<CompletableFuture<String>> future = new ArrayList<>();
        AtomicInteger timers = new AtomicInteger();
        RetryTime ending = new RetryTime() {
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
                if (timers.incrementAndGet() == 3) {
                    future.get(0).cancel(false);
                }
                return time.schedule(task, delay);
            }

            @Override
            public Executor executor() {
                return time.executor();
            }
        };
        future.add(retrier.time(ending).attemptTimeout(Duration.ofMinutes(1)).callAsync(this::failing));
        time.advance(Duration.ofSeconds(1));
        assertThat(timers).hasValue(3);
        assertThat(attempts).hasValue(1);
        assertThat(time.pending()).isZero();
    }

    @Test
    void an_attempt_that_is_cancelled_cancels_the_call() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> future = retrier.callAsync(() -> stage);
        stage.cancel(false);
        assertThat(future).isCancelled();
        assertThat(AsyncCompletionTest.failureOf(future)).isInstanceOf(CancellationException.class);
    }

    @Test
    void what_ends_after_the_call_is_not_heard() {
        CompletableFuture<String> stage = new NotCancellable();
        Events events = new Events();
        CompletableFuture<String> future = retrier.listen(events).callAsync(() -> stage);
        future.complete("outside");
        stage.completeExceptionally(new IOException("late"));
        assertThat(events.told()).isEmpty();
        assertThat(time.pending()).isZero();
        assertThat(future).isCompletedWithValue("outside");
    }

    // failsafe-lib/failsafe#234: the outer time-out fired, and the inner retries went on.
    @Test
    void a_verdict_of_the_outer_call_stops_the_inner_one() {
        CompletableFuture<String> future = Retrier.attempts(1)
                .time(time)
                .attemptTimeout(Duration.ofMillis(3500))
                .callAsync(() -> retrier.callAsync(this::failing));
        time.advance(Duration.ofMillis(3500));
        assertThat(future).isCompletedExceptionally();
        assertThat(time.pending()).isZero();
        assertThat(attempts).hasValue(4);
    }

    @Test
    void cancelled_waits_and_time_outs_leave_the_shared_timer_at_once() {
        Retrier slow = Retrier.attempts(2).backoff("constant 1h").patience(Duration.ofHours(1));
        CompletableFuture<String> waiting = slow.callAsync(this::failing);
        CompletableFuture<String> running =
                slow.attemptTimeout(Duration.ofHours(1)).callAsync(CompletableFuture::new);
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> ending =
                slow.attemptTimeout(Duration.ofHours(1)).callAsync(() -> stage);
        assertThat(SystemTime.pending()).hasSize(3);
        stage.complete("done");
        assertThat(ending).isCompletedWithValue("done");
        waiting.cancel(false);
        running.cancel(false);
        assertThat(SystemTime.pending()).isEmpty();
    }

    private Stream<DynamicTest> inAllWays(Consumer<Consumer<CompletableFuture<String>>> body) {
        return ENDS.entrySet().stream()
                .map(end -> DynamicTest.dynamicTest(end.getKey(), () -> {
                    attempts.set(0);
                    body.accept(end.getValue());
                }));
    }

    private CompletableFuture<String> failing() {
        return CompletableFuture.failedFuture(new IOException("" + attempts.incrementAndGet()));
    }

    private static void done(CompletableFuture<String> future) {
        future.handle((value, failure) -> true).join();
    }

    /** Where another thread ends the future, it is done a moment before that thread has stopped the rest. */
    private static void assertEventually(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static final class NotCancellable extends CompletableFuture<String> {
        @Override
        public CompletableFuture<String> toCompletableFuture() {
            throw new UnsupportedOperationException("a stage of its own");
        }
    }
}
