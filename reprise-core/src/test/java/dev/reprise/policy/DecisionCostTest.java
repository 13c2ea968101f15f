package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A decision costs its own few objects; asking classifiers that know nothing costs nothing. */
class DecisionCostTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 20_000;

    private final RetryPolicy policy = RetryPolicy.attempts(3).backoff("constant 10s");
    private final AttemptState first = new AttemptState(1, 1, Instant.EPOCH, new Random(1));
    private final IOException failure = new IOException();
    private final RetryClassifier silent = (f, s) -> null;
    private final AtomicReference<@Nullable Object> kept = new AtomicReference<>();

    @Test
    void a_composition_that_recognises_nothing_allocates_nothing() throws Exception {
        RetryClassifier composed = ComposedClassifier.of(silent, silent, silent);

        assertThat(bytesPerRound(() -> composed.classify(failure, first))).isZero();
    }

    @Test
    void asking_classifiers_adds_nothing_to_a_decision() throws Exception {
        RetryClassifier composed = ComposedClassifier.of(silent, silent, silent);

        long alone = bytesPerRound(() -> Decider.decide(policy, null, failure, first));
        long asked = bytesPerRound(() -> Decider.decide(policy, composed, failure, first));

        assertThat(asked).isEqualTo(alone);
        assertThat(alone).isBetween(1L, 160L);
    }

    @Test
    void a_draw_costs_no_more_than_a_decision_without_one() throws Exception {
        RetryPolicy jittered = policy.backoff("constant 10s jitter=20%");

        assertThat(bytesPerRound(() -> Decider.decide(jittered, null, failure, first)))
                .isEqualTo(bytesPerRound(() -> Decider.decide(policy, null, failure, first)));
    }

    private long bytesPerRound(Round round) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            kept.setPlain(round.run());
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ROUNDS; i++) {
            kept.setPlain(round.run());
        }
        // What the JVM itself allocates in between, for a compiled method say, is far below one byte a round.
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
    }

    private interface Round {
        @Nullable
        Object run() throws Exception;
    }
}
