package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** A classifier that breaks spoils no decision, and is named in it. */
class BrokenClassifiersTest {
    private static final AttemptState FIRST = new AttemptState(1, 1, Instant.EPOCH, new Random(1));
    private final RetryPolicy policy = RetryPolicy.attempts(3).backoff("constant 10s");
    private final IOException failure = new IOException();
    private final IllegalStateException bug = new IllegalStateException("bug");
    private final RetryClassifier broken = (f, s) -> {
        throw bug;
    };

    @Test
    void a_single_one_is_kept_and_the_policy_decides() throws Exception {
        RetryDecision decision = Decider.decide(policy, broken, failure, FIRST);

        assertThat(decision).isInstanceOf(Retry.class);
        assertThat(decision.brokenClassifiers()).containsExactly(new BrokenClassifier(broken, bug));
        assertThat(decision.explain().brokenClassifiers()).isEqualTo(decision.brokenClassifiers());
    }

    @Test
    void it_speaks_for_nobody() throws Exception {
        RetryDecision decision = Decider.decide(policy.retryOn(Error.class), broken, failure, FIRST);

        assertThat(decision).isInstanceOf(Fail.class).hasToString("Fail(NOT_RETRYABLE)");
        assertThat(decision.brokenClassifiers()).hasSize(1);
    }

    @Test
    void each_broken_member_of_a_composition_is_kept_and_the_next_is_asked() throws Exception {
        IOException checked = new IOException("checked");
        RetryClassifier second = (f, s) -> {
            throw checked;
        };
        RetryClassifier third = (f, s) -> RetryOverride.after(Duration.ofSeconds(3));
        RetryClassifier unasked = (f, s) -> {
            throw new IllegalStateException("asked after the first override");
        };

        RetryDecision decision =
                Decider.decide(policy, ComposedClassifier.of(broken, second, third, unasked), failure, FIRST);

        assertThat(((Retry) decision).delay()).isEqualTo(Duration.ofSeconds(3));
        assertThat(decision.brokenClassifiers())
                .containsExactly(new BrokenClassifier(broken, bug), new BrokenClassifier(second, checked));
    }

    @Test
    void interrupts_cancellation_and_errors_of_a_classifier_pass_through() {
        assertPassesThrough(new InterruptedException());
        assertPassesThrough(new CancellationException());
        assertPassesThrough(new AssertionError());
        assertPassesThrough(new OutOfMemoryError());
    }

    @Test
    void a_wrapper_around_an_interrupt_or_a_cancellation_passes_through_like_the_bare_one() {
        assertPassesThrough(new CompletionException(new CancellationException()));
        assertPassesThrough(new ExecutionException(new InterruptedException()));
        assertPassesThrough(new CompletionException(new ExecutionException(new ClosedByInterruptException())));
    }

    @Test
    void a_classifier_that_works_leaves_nothing_behind() throws Exception {
        assertThat(Decider.decide(policy, (f, s) -> null, failure, FIRST).brokenClassifiers())
                .isEmpty();
        assertThat(Decider.decide(policy, null, failure, FIRST).brokenClassifiers())
                .isEmpty();
    }

    @Test
    void nobody_asks_foreign_exceptions_for_their_text() throws Exception {
        RetryClassifier unspeakable = (f, s) -> {
            throw new Unspeakable();
        };

        RetryDecision decision = Decider.decide(policy, unspeakable, new Unspeakable(), FIRST);

        assertThat(decision.explain().toString()).contains("threw " + Unspeakable.class.getName());
    }

    private void assertPassesThrough(Throwable thrown) {
        RetryClassifier throwing = (f, s) -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        };
        assertThatThrownBy(() -> Decider.decide(policy, throwing, failure, FIRST))
                .isSameAs(thrown);
        assertThatThrownBy(() -> Decider.decide(policy, ComposedClassifier.of(broken, throwing), failure, FIRST))
                .isSameAs(thrown);
    }

    private static final class Unspeakable extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("getMessage was called");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("toString was called");
        }
    }
}
