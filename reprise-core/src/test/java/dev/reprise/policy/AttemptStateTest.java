package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AttemptStateTest {
    private final AtomicInteger looks = new AtomicInteger();
    private final InstantSource clock = () -> Instant.EPOCH.plusSeconds(looks.incrementAndGet());
    private final AttemptState state = new AttemptState(1, 1, clock, new Random(1));

    @Test
    void the_clock_is_looked_at_once_and_every_classifier_is_told_the_same_instant() {
        assertThat(state.now()).isEqualTo(Instant.EPOCH.plusSeconds(1)).isEqualTo(state.now());
        assertThat(looks).hasValue(1);
    }

    @Test
    void a_decision_in_which_nobody_asks_for_the_time_looks_at_no_clock() throws InterruptedException {
        RetryClassifier classifier =
                RetryClassifiers.compose(RetryClassifiers.serverHints(), RetryClassifiers.failureTaxonomy());
        Decider.decide(RetryPolicy.defaults(), classifier, new IOException("Connection reset"), state);
        assertThat(looks).hasValue(0);
    }
}
