package dev.reprise.bench;

import dev.reprise.policy.AttemptState;
import dev.reprise.policy.Decider;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryOverride;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a whole decision costs, from the failure to the delay. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class DecisionBenchmark {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final RetryPolicy policy = RetryPolicy.attempts(5)
            .backoff("exponential base=1s max=6h jitter=20%")
            .neverOn(SecurityException.class);
    private final RetryClassifier classifier = RetryClassifiers.compose(
            RetryClassifiers.rateLimitAware(), RetryClassifiers.serverHints(), RetryClassifiers.failureTaxonomy());
    private final RetryClassifier hinting = hinting();
    private final RandomGenerator random = new SplittableRandom(42);
    private final AttemptState second = new AttemptState(2, 2, NOW, random);
    private final AttemptState fifth = new AttemptState(5, 5, NOW, random);
    private final Exception unknown = new IllegalStateException("nothing that a classifier knows");
    private final Exception reset = new IOException("Connection reset");
    private final Exception never = new SecurityException("never to be tried again");

    /** Three classifiers are asked and know nothing. */
    @Benchmark
    public @Nullable RetryOverride classifierMiss() throws Exception {
        return classifier.classify(unknown, second);
    }

    /** No classifier; attempts are left. */
    @Benchmark
    public RetryDecision decideRetry() throws InterruptedException {
        return Decider.decide(policy, null, reset, second);
    }

    /** Three classifiers know nothing, so the policy retries. */
    @Benchmark
    public RetryDecision decideRetryAfterMiss() throws InterruptedException {
        return Decider.decide(policy, classifier, unknown, second);
    }

    /** A classifier passes on the server's hint. */
    @Benchmark
    public RetryDecision decideRetryWithHint() throws InterruptedException {
        return Decider.decide(policy, hinting, reset, second);
    }

    /** The attempts are spent. */
    @Benchmark
    public RetryDecision decideAttemptsSpent() throws InterruptedException {
        return Decider.decide(policy, classifier, unknown, fifth);
    }

    /** The failure is never tried again. */
    @Benchmark
    public RetryDecision decideNever() throws InterruptedException {
        return Decider.decide(policy, classifier, never, second);
    }

    private static RetryClassifier hinting() {
        RetryOverride hint = RetryOverride.hint(Duration.ofSeconds(30));
        return (failure, state) -> hint;
    }
}
