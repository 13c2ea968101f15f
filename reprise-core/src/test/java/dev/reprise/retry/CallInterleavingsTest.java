package dev.reprise.retry;

import dev.reprise.policy.RetryDecision.Fail;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lincheck tries the interleavings of those who may end an attempt, or a call, at the same time. */
@Timeout(120)
class CallInterleavingsTest {
    @Test
    void after_the_end_of_an_attempt_no_interrupt_comes_and_the_end_knows_whether_one_came() {
        // The end waits for an interrupt that has begun, so that threads do hold each other up, for two instructions.
        new ModelCheckingOptions()
                .threads(2)
                .actorsBefore(0)
                .actorsPerThread(2)
                .actorsAfter(1)
                .iterations(10)
                .invocationsPerIteration(150)
                .checkObstructionFreedom(false)
                .check(WatchMachine.class);
    }

    @Test
    void a_call_ends_once_and_leaves_neither_timer_nor_stage() {
        new ModelCheckingOptions()
                .threads(2)
                .actorsBefore(0)
                .actorsPerThread(2)
                .actorsAfter(0)
                .iterations(4)
                .invocationsPerIteration(50)
                .checkObstructionFreedom(false)
                .check(CallMachine.class);
    }

    @SuppressWarnings("unused") // lincheck calls the operations
    public static class WatchMachine {
        private final AtomicInteger interrupts = new AtomicInteger();
        private final AttemptWatch watch = new AttemptWatch(new Thread() {
            @Override
            public void interrupt() {
                interrupts.incrementAndGet();
            }
        });

        @Operation(runOnce = true)
        public void timeIsOver() {
            watch.run();
        }

        @Operation(runOnce = true)
        public String attemptEnds() {
            boolean interrupted = watch.end();
            return "interrupted: " + interrupted + ", interrupts: " + interrupts;
        }

        @Operation
        public int interrupts() {
            return interrupts.get();
        }
    }

    /** A call of two attempts: the first has failed and waits for the second, which runs until somebody ends it. */
    @SuppressWarnings("unused") // lincheck calls the operations
    public static class CallMachine {
        private final Timers time = new Timers();
        private final AtomicInteger ends = new AtomicInteger();
        private final CompletableFuture<String> stage = new CompletableFuture<>();
        private final AtomicInteger attempts = new AtomicInteger();
        private final CompletableFuture<String> call = Retrier.attempts(2)
                .backoff("constant 1s")
                .attemptTimeout(Duration.ofSeconds(1))
                // Lincheck follows whatever is reached, and the default one reaches far.
                .classifier((failure, state) -> null)
                .time(time)
                .listen(new Ends(ends))
                .callAsync(() -> attempts.incrementAndGet() == 1
                        ? CompletableFuture.failedFuture(new IOException("first"))
                        : stage);

        @Operation(runOnce = true)
        public void theWaitEndsAndThenTheTime() {
            time.runAll();
        }

        @Operation(runOnce = true)
        public void cancel() {
            call.cancel(false);
        }

        @Operation(runOnce = true)
        public void complete() {
            stage.complete("stage");
        }

        @Operation(runOnce = true)
        public void fail() {
            stage.completeExceptionally(new IOException("second"));
        }

        @Validate
        public void nothingIsLeft() {
            if (call.isDone()) {
                require(time.tasks.isEmpty(), "a timer is left");
                require(attempts.get() < 2 || stage.isDone(), "an attempt goes on");
            }
            require(attempts.get() <= 2, "an attempt too many");
            require(ends.get() <= 1, "two outcomes");
        }

        private static void require(boolean condition, String otherwise) {
            if (!condition) {
                throw new IllegalStateException(otherwise);
            }
        }
    }

    private record Ends(AtomicInteger count) implements RetryListener {
        @Override
        public void gaveUp(int attempts, Throwable failure, Fail decision) {
            count.incrementAndGet();
        }

        @Override
        public void succeeded(int attempts, Duration elapsed) {
            count.incrementAndGet();
        }
    }

    /** A time that stands still; what waits for it runs when that is asked for. As simple as lincheck needs it. */
    private static final class Timers implements RetryTime {
        final List<FutureTask<?>> tasks = new ArrayList<>();

        void runAll() {
            for (FutureTask<?> task = next(); task != null; task = next()) {
                task.run();
            }
        }

        private synchronized @Nullable FutureTask<?> next() {
            return tasks.isEmpty() ? null : tasks.remove(0);
        }

        private synchronized void remove(FutureTask<?> task) {
            tasks.remove(task);
        }

        @Override
        public synchronized Future<?> schedule(Runnable task, Duration delay) {
            FutureTask<?> later = new FutureTask<@Nullable Object>(task, null) {
                @Override
                protected void done() {
                    remove(this);
                }
            };
            tasks.add(later);
            return later;
        }

        @Override
        public Instant instant() {
            return Instant.EPOCH;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void sleep(Duration delay) {
            throw new AssertionError("asynchronous calls do not sleep");
        }

        @Override
        public Executor executor() {
            return Runnable::run;
        }
    }
}
