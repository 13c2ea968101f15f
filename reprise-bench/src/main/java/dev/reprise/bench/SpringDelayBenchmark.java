package dev.reprise.bench;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * What Spring's jittered delay costs: 1 s doubling to 6 h, 20 % to either side. Its executions keep the count of the
 * failures themselves, so there are two rows: the first delay of a new one, and one that has reached the ceiling.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class SpringDelayBenchmark {
    private final ExponentialBackOff schedule = schedule();
    private final BackOffExecution atCeiling = atCeiling(schedule);

    /** A new execution and its first delay. */
    @Benchmark
    public long springFirst() {
        return schedule.start().nextBackOff();
    }

    /** A delay of an execution that is at the ceiling. */
    @Benchmark
    public long springAtCeiling() {
        return atCeiling.nextBackOff();
    }

    private static ExponentialBackOff schedule() {
        ExponentialBackOff schedule = new ExponentialBackOff(1_000, 2);
        schedule.setMaxInterval(Duration.ofHours(6).toMillis());
        schedule.setJitter(200);
        return schedule;
    }

    private static BackOffExecution atCeiling(ExponentialBackOff schedule) {
        BackOffExecution execution = schedule.start();
        for (int i = 0; i < 100; i++) {
            if (execution.nextBackOff() == BackOffExecution.STOP) {
                throw new IllegalStateException("the execution stopped before the ceiling");
            }
        }
        return execution;
    }
}
