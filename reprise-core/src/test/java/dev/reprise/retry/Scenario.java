package dev.reprise.retry;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/** One case in one mode, with a time of its own that nobody sleeps through. */
final class Scenario {
    private static final int LONGEST_SECONDS = 20;

    final Mode mode;
    final ManualTime time = new ManualTime();
    final Events events = new Events();
    final AtomicInteger attempts = new AtomicInteger();

    /** Three attempts, one second apart. */
    final Retrier retrier =
            Retrier.attempts(3).backoff("constant 1s").time(time).listen(events);

    /** What completes the stages of {@link Mode#ASYNC_LATE_STAGE}. */
    private final Queue<Runnable> late = new ConcurrentLinkedQueue<>();

    private Scenario(Mode mode) {
        this.mode = mode;
    }

    static Stream<DynamicTest> inAllModes(Case body) {
        return in(Mode.all(), body);
    }

    static Stream<DynamicTest> inSyncModes(Case body) {
        return in(Mode.sync(), body);
    }

    static Stream<DynamicTest> inAsyncModes(Case body) {
        return in(Mode.async(), body);
    }

    private static Stream<DynamicTest> in(List<Mode> modes, Case body) {
        return modes.stream().map(mode -> DynamicTest.dynamicTest(mode.toString(), () -> body.run(new Scenario(mode))));
    }

    /** Count this attempt; fail so many times with an IOException that has the attempt's number for its message. */
    String failing(int times) throws IOException {
        int attempt = attempts.incrementAndGet();
        if (attempt <= times) {
            throw new IOException("" + attempt);
        }
        return "" + attempt;
    }

    /** Count this attempt, and throw. */
    <X extends Throwable> String throwing(X failure) throws X {
        attempts.incrementAndGet();
        throw failure;
    }

    <T extends @Nullable Object> Outcome<T> run(Call<T, ?> attempt) throws Exception {
        return run(retrier, attempt);
    }

    <T extends @Nullable Object> Outcome<T> run(Retrier by, Call<T, ?> attempt) throws Exception {
        return mode == Mode.SYNC_RESULTS || mode == Mode.ASYNC_RESULTS
                ? run(by, result -> false, false, attempt)
                : run(by, Caller::<T>of, attempt);
    }

    <T extends @Nullable Object> Outcome<T> run(
            Retrier by, Predicate<? super T> rejected, boolean returnLast, Call<T, ?> attempt) throws Exception {
        return run(
                by,
                retrier -> {
                    ResultRetrier<T> results = retrier.rejectIf(rejected);
                    return Caller.of(returnLast ? results.returnLast() : results);
                },
                attempt);
    }

    private <T extends @Nullable Object> Outcome<T> run(
            Retrier by, Function<Retrier, Caller<T>> caller, Call<T, ?> attempt) throws Exception {
        ExecutorService pool = pool();
        if (pool == null) {
            return run(caller.apply(by), attempt);
        }
        Outcome<T> outcome;
        try {
            outcome = run(caller.apply(by.executor(pool)), attempt);
        } finally {
            pool.shutdown();
        }
        if (!pool.awaitTermination(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("an attempt does not end");
        }
        return outcome;
    }

    private <T extends @Nullable Object> Outcome<T> run(Caller<T> calls, Call<T, ?> attempt) throws Exception {
        return switch (mode) {
            case SYNC, SYNC_RESULTS -> caught(() -> calls.call(attempt));
            case SYNC_WRAPPED -> caught(() -> calls.wrap(attempt).call());
            case SYNC_TRY -> tried(calls, attempt);
            case VIRTUAL_SYNC -> onVirtualThread(() -> calls.call(attempt));
            case ASYNC, ASYNC_RESULTS, ASYNC_POOL, VIRTUAL_ASYNC ->
                driven(calls.callAsync(() -> CompletableFuture.completedFuture(attempt.call())));
            case ASYNC_FAILED_STAGE ->
                driven(calls.callAsync(() -> {
                    CompletableFuture<T> stage = new CompletableFuture<>();
                    complete(stage, attempt);
                    return stage;
                }));
            case ASYNC_LATE_STAGE ->
                driven(calls.callAsync(() -> {
                    CompletableFuture<T> stage = new CompletableFuture<>();
                    late.add(() -> complete(stage, attempt));
                    return stage;
                }));
        };
    }

    private @Nullable ExecutorService pool() {
        return switch (mode) {
            case ASYNC_POOL -> Executors.newFixedThreadPool(2);
            case VIRTUAL_ASYNC -> VirtualThreads.newExecutor();
            default -> null;
        };
    }

    /** Let time pass whenever nothing else happens, until the future is done. */
    private <T extends @Nullable Object> Outcome<T> driven(CompletableFuture<T> future) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!future.isDone()) {
            for (Runnable completion = late.poll(); completion != null; completion = late.poll()) {
                completion.run();
            }
            time.runUntilIdle();
            if (System.nanoTime() > end) {
                throw new AssertionError("the future does not complete");
            }
        }
        // Not get(), which wraps a cancellation from JDK 25 on.
        return future.<Outcome<T>>handle(Outcome::new).get();
    }

    private static <T extends @Nullable Object> void complete(CompletableFuture<T> stage, Call<T, ?> attempt) {
        try {
            stage.complete(attempt.call());
        } catch (Throwable failure) {
            // As a stage does that depends on one that failed.
            stage.completeExceptionally(new CompletionException(failure));
        }
    }

    private static <T extends @Nullable Object> Outcome<T> caught(Call<T, ?> call) {
        try {
            return new Outcome<>(call.call(), null);
        } catch (Throwable failure) {
            return new Outcome<>(null, failure);
        }
    }

    private static <T extends @Nullable Object> Outcome<T> tried(Caller<T> calls, Call<T, ?> attempt) {
        try {
            RetryResult<T> result = calls.tryCall(attempt);
            return new Outcome<>(result.value(), result.failure());
        } catch (Throwable passedOn) {
            return new Outcome<>(null, passedOn);
        }
    }

    private static <T extends @Nullable Object> Outcome<T> onVirtualThread(Call<T, ?> call)
            throws InterruptedException {
        AtomicReference<@Nullable Outcome<T>> outcome = new AtomicReference<>();
        Thread thread = VirtualThreads.start(() -> outcome.set(caught(call)));
        thread.join(TimeUnit.SECONDS.toMillis(LONGEST_SECONDS));
        return Objects.requireNonNull(outcome.get(), "the virtual thread does not end");
    }

    /** What is to hold in each mode. */
    interface Case {
        void run(Scenario scenario) throws Exception;
    }
}
