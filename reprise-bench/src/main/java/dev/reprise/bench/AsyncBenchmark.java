package dev.reprise.bench;

import dev.failsafe.FailsafeExecutor;
import dev.failsafe.function.CheckedSupplier;
import dev.reprise.retry.Call;
import dev.reprise.retry.Retrier;
import io.github.resilience4j.retry.Retry;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What a retrier costs around an asynchronous call that succeeds at once, up to the caller who waits for it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class AsyncBenchmark {
    private static final String ALREADY = "already completed";

    /** Who completes the future: nobody needs to, or another thread does. */
    @Param({ALREADY, "another thread"})
    public String completed = ALREADY;

    private final Retrier reprise = CallBench.reprise();
    private final Retry resilience4j = CallBench.resilience4j();
    private final FailsafeExecutor<Object> failsafe = CallBench.failsafe();
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

    private final Call<CompletableFuture<String>, RuntimeException> repriseCall = this::load;
    private final Supplier<CompletionStage<String>> resilience4jCall = this::load;
    private final CheckedSupplier<CompletionStage<String>> failsafeCall = this::load;
    private final Supplier<String> page = "page"::toString;
    private boolean already;

    /** Read the parameter. */
    @Setup
    public void open() {
        already = completed.equals(ALREADY);
    }

    /** End the threads. */
    @TearDown
    public void close() {
        scheduler.shutdownNow();
    }

    /** The yardstick: nobody retries. */
    @Benchmark
    public String bareFuture() {
        return load().join();
    }

    /** Ours. */
    @Benchmark
    public String reprise() {
        return reprise.callAsync(repriseCall).join();
    }

    /** Resilience4j. */
    @Benchmark
    public String resilience4j() {
        return resilience4j
                .executeCompletionStage(scheduler, resilience4jCall)
                .toCompletableFuture()
                .join();
    }

    /** Failsafe, which makes each attempt on a pool of its own. */
    @Benchmark
    public String failsafe() {
        return failsafe.getStageAsync(failsafeCall).join();
    }

    /** Not inlined, as no call is that is worth retrying. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private CompletableFuture<String> load() {
        return already ? CompletableFuture.completedFuture(page.get()) : CompletableFuture.supplyAsync(page);
    }
}
