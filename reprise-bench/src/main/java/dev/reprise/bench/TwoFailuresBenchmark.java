package dev.reprise.bench;

import dev.failsafe.FailsafeExecutor;
import dev.failsafe.function.CheckedSupplier;
import dev.reprise.retry.Call;
import dev.reprise.retry.Retrier;
import io.github.resilience4j.retry.Retry;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;

/** What a call costs that fails twice, each time with a new exception and its stack trace, and then succeeds. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class TwoFailuresBenchmark {
    private final Retrier reprise = CallBench.reprise();
    private final Retry resilience4j = CallBench.resilience4j();
    private final FailsafeExecutor<Object> failsafe = CallBench.failsafe();
    private final RetryTemplate spring = CallBench.spring();

    private final Call<String, IOException> repriseCall = this::load;
    private final io.github.resilience4j.core.functions.CheckedSupplier<String> resilience4jCall = this::load;
    private final CheckedSupplier<String> failsafeCall = this::load;
    private final Retryable<String> springCall = this::load;

    private final String page = "page";
    private int loads;

    /** The yardstick: a loop that keeps the last failure and checks one type. */
    @Benchmark
    public String bareLoop() throws Exception {
        Exception last = null;
        for (int attempt = 1; attempt <= CallBench.ATTEMPTS; attempt++) {
            try {
                return load();
            } catch (Exception failure) {
                if (!(failure instanceof IOException)) {
                    throw failure;
                }
                last = failure;
            }
        }
        throw CallBench.given(last);
    }

    /** The same loop as a method that is given the call: what any retrier adds to the stack traces of its failures. */
    @Benchmark
    public String bareLoopAroundLambda() throws Exception {
        return repeat(repriseCall);
    }

    /** Ours. */
    @Benchmark
    public String reprise() throws IOException, InterruptedException {
        return reprise.call(repriseCall);
    }

    /** Resilience4j. */
    @Benchmark
    public String resilience4j() throws Throwable {
        return resilience4j.executeCheckedSupplier(resilience4jCall);
    }

    /** Failsafe. */
    @Benchmark
    public String failsafe() {
        return failsafe.get(failsafeCall);
    }

    /** Spring. */
    @Benchmark
    public String spring() throws Exception {
        return spring.execute(springCall);
    }

    private static <T> T repeat(Call<T, ?> call) throws Exception {
        Throwable last = null;
        for (int attempt = 1; attempt <= CallBench.ATTEMPTS; attempt++) {
            try {
                return call.call();
            } catch (Throwable failure) {
                if (!(failure instanceof IOException)) {
                    throw new IllegalStateException(failure);
                }
                last = failure;
            }
        }
        throw CallBench.given(last);
    }

    /** Not inlined, as no call is that is worth retrying. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private String load() throws IOException {
        if (++loads % CallBench.ATTEMPTS != 0) {
            throw new IOException("Connection reset");
        }
        return page;
    }
}
