package dev.reprise.bench;

import dev.reprise.backoff.Backoff;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What one jittered delay costs after so many failures: 1 s doubling to 6 h. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class DelayBenchmark {
    private final Backoff ratio = Backoff.parse("exponential base=1s max=6h jitter=20%");
    private final Backoff fullUnderLimit = Backoff.parse("exponential base=1s max=6h jitter=full limit=4h");
    private final Backoff fine = Backoff.parse("exponential base=1ms max=8ms jitter=20%");
    private final IntervalFunction resilience4j =
            IntervalFunction.ofExponentialRandomBackoff(Duration.ofSeconds(1), 2, 0.2, Duration.ofHours(6));

    /** How many attempts have failed. */
    @Param({"1", "10", "1000000"})
    public int failures;

    /** Ours, 20 % to either side: the row that has a target. */
    @Benchmark
    public long reprise() {
        return ratio.delayNanos(failures);
    }

    /** Ours, full jitter fitted under a limit. */
    @Benchmark
    public long repriseFullUnderLimit() {
        return fullUnderLimit.delayNanos(failures);
    }

    /** Ours, so short that it keeps its nanoseconds. */
    @Benchmark
    public long repriseBelow10Ms() {
        return fine.delayNanos(failures);
    }

    /** Resilience4j's, 20 % to either side. */
    @Benchmark
    public long resilience4j() {
        return resilience4j.apply(failures);
    }
}
