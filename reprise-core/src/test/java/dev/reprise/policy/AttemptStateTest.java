package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
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

    @Test
    void two_threads_that_ask_at_once_are_told_the_same_instant() throws Exception {
        AtomicReference<@Nullable Instant> told = new AtomicReference<>();
        AtomicReference<@Nullable AttemptState> shared = new AtomicReference<>();
        Thread second =
                new Thread(() -> told.set(Objects.requireNonNull(shared.get()).now()));
        AttemptState slow = new AttemptState(
                1,
                1,
                () -> {
                    if (looks.incrementAndGet() == 1) {
                        second.start();
                        // It waits for this look, or takes one of its own.
                        while (second.getState() != Thread.State.BLOCKED
                                && second.getState() != Thread.State.TERMINATED) {
                            Thread.onSpinWait();
                        }
                    }
                    return Instant.EPOCH.plusSeconds(looks.get());
                },
                new Random(1));
        shared.set(slow);
        assertThat(slow.now()).isEqualTo(Instant.EPOCH.plusSeconds(1));
        second.join();
        assertThat(told).hasValue(Instant.EPOCH.plusSeconds(1));
        assertThat(looks).hasValue(1);
    }

    @Test
    void its_text_tells_the_counts_and_looks_at_no_clock() {
        assertThat(new AttemptState(3, 2, clock, new Random(1))).hasToString("attempt 3, failures 2");
        assertThat(looks).hasValue(0);
    }
}
