package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules of the decision, in their order. */
class DeciderTest {
    private static final RetryClassifier INSISTENT = (failure, state) -> RetryOverride.kind(RetryKind.INDEFINITE);
    private final RetryPolicy policy = RetryPolicy.attempts(3).backoff("constant 10s");
    private final IOException failure = new IOException("lost");

    @Nested
    class WhatPassesThrough {
        // Public reports: jd/tenacity#529, #186, #505; re-retrying #36; rholder/guava-retrying#67.
        @Test
        void interrupts_cancellation_and_errors_are_thrown_as_they_came() {
            assertPassesThrough(policy, new InterruptedException());
            assertPassesThrough(policy, new CancellationException());
            assertPassesThrough(policy, new ClosedByInterruptException());
            assertPassesThrough(policy, new OutOfMemoryError());
            assertPassesThrough(policy, new StackOverflowError());
            assertPassesThrough(policy, new AssertionError());
        }

        @Test
        void no_setting_can_catch_them() {
            RetryPolicy all = policy.retryOn(Throwable.class).neverOn(Throwable.class);

            assertPassesThrough(all, new InterruptedException());
            assertPassesThrough(all, new CancellationException());
            assertPassesThrough(all, new OutOfMemoryError());
        }

        @Test
        void an_error_in_retry_on_is_decided() throws Exception {
            AssertionError error = new AssertionError();

            assertThat(Decider.passesThrough(policy.retryOn(AssertionError.class), error))
                    .isFalse();
            assertThat(decide(policy.retryOn(AssertionError.class), null, error, 1))
                    .isInstanceOf(Retry.class);
        }

        // Public report of the kind "a failure hidden by a wrapper".
        @Test
        void a_wrapper_hides_none_of_them_and_is_thrown_itself() {
            assertPassesThrough(policy, new CompletionException(new OutOfMemoryError()));
            assertPassesThrough(policy, new ExecutionException(new CancellationException()));
            assertPassesThrough(policy, new ExecutionException(new AssertionError()));
        }

        @Test
        void other_exceptions_do_not() {
            assertThat(Decider.passesThrough(policy, failure)).isFalse();
            assertThat(Decider.passesThrough(policy, new UncheckedIOException(failure)))
                    .isFalse();
        }

        private void assertPassesThrough(RetryPolicy policy, Throwable failure) {
            assertThat(Decider.passesThrough(policy, failure)).isTrue();
            assertThatThrownBy(() -> decide(policy, INSISTENT, failure, 1)).isSameAs(failure);
        }
    }

    @Nested
    class NeverOn {
        @Test
        void it_wins_over_the_classifier_and_over_retry_on() throws Exception {
            RetryPolicy never = policy.retryOn(IOException.class).neverOn(IOException.class);

            assertFails(decide(never, INSISTENT, failure, 1), FailReason.NON_RETRYABLE, DecisionRule.NEVER_ON);
        }

        @Test
        void it_sees_through_wrappers() throws Exception {
            assertFails(
                    decide(policy.neverOn(IOException.class), null, new CompletionException(failure), 1),
                    FailReason.NON_RETRYABLE,
                    DecisionRule.NEVER_ON);
        }

        @Test
        void it_wins_over_a_payload_failure() throws Exception {
            assertFails(
                    decide(policy.neverOn(PayloadFailure.class), null, PayloadFailure.tooLarge("big"), 1),
                    FailReason.NON_RETRYABLE,
                    DecisionRule.NEVER_ON);
        }
    }

    @Nested
    class Payloads {
        @Test
        void each_fails_for_its_own_reason() throws Exception {
            assertPayload(PayloadFailure.unreadable("no JSON", failure), FailReason.PAYLOAD_UNREADABLE);
            assertPayload(PayloadFailure.tooLarge("65 KiB, allowed are 64"), FailReason.RESULT_TOO_LARGE);
            assertPayload(PayloadFailure.notEncodable("a lambda", failure), FailReason.VALUE_NOT_ENCODABLE);
            assertPayload(
                    new CompletionException(PayloadFailure.unreadable("no JSON", null)), FailReason.PAYLOAD_UNREADABLE);
        }

        private void assertPayload(Throwable payload, FailReason reason) throws Exception {
            RetryClassifier unasked = (failure, state) -> {
                throw new AssertionError("the classifier was asked");
            };
            assertFails(decide(policy, unasked, payload, 1), reason, DecisionRule.PAYLOAD);
        }
    }

    @Nested
    class Kinds {
        @Test
        void the_classifier_wins_over_the_policy() throws Exception {
            RetryPolicy never = policy.kind(RetryKind.NON_RETRYABLE);

            assertThat(decide(never, INSISTENT, failure, 99).explain().rule()).isEqualTo(DecisionRule.INDEFINITE);
            assertFails(
                    decide(policy, (f, s) -> RetryOverride.kind(RetryKind.NON_RETRYABLE), failure, 1),
                    FailReason.NON_RETRYABLE,
                    DecisionRule.KIND_NON_RETRYABLE);
        }

        @Test
        void without_a_claim_the_policys_kind_decides() throws Exception {
            RetryClassifier onlyHint = (f, s) -> RetryOverride.hint(Duration.ofMinutes(1));

            assertFails(
                    decide(policy.kind(RetryKind.NON_RETRYABLE), onlyHint, failure, 1),
                    FailReason.NON_RETRYABLE,
                    DecisionRule.KIND_NON_RETRYABLE);
            assertThat(decide(policy.kind(RetryKind.INDEFINITE), null, failure, 99))
                    .isInstanceOf(Retry.class);
        }

        // Public report: spring-retry #500, "exhausted" although nothing was retried.
        @Test
        void what_is_not_in_retry_on_fails_with_a_reason_of_its_own() throws Exception {
            assertFails(
                    decide(policy.retryOn(IllegalStateException.class), null, failure, 3),
                    FailReason.NOT_RETRYABLE,
                    DecisionRule.NOT_IN_RETRY_ON);
        }

        @Test
        void any_override_speaks_for_a_failure_that_is_not_in_retry_on() throws Exception {
            RetryPolicy none = policy.retryOn(List.of());

            assertThat(decide(none, (f, s) -> RetryOverride.after(Duration.ZERO), failure, 1))
                    .isInstanceOf(Retry.class);
            assertThat(decide(none, (f, s) -> null, failure, 1)).isInstanceOf(Fail.class);
        }

        @Test
        void retry_on_sees_through_wrappers_and_sees_the_wrapper() throws Exception {
            ExecutionException wrapped = new ExecutionException(failure);

            assertThat(decide(policy.retryOn(IOException.class), null, wrapped, 1))
                    .isInstanceOf(Retry.class);
            assertThat(decide(policy.retryOn(ExecutionException.class), null, wrapped, 1))
                    .isInstanceOf(Retry.class);
        }
    }

    @Nested
    class Counting {
        @Test
        void three_attempts_are_two_retries() throws Exception {
            assertThat(decide(policy, null, failure, 1)).isInstanceOf(Retry.class);
            assertThat(decide(policy, null, failure, 2)).isInstanceOf(Retry.class);
            assertFails(decide(policy, null, failure, 3), FailReason.ATTEMPTS_EXHAUSTED, DecisionRule.ATTEMPTS_SPENT);
            assertThat(decide(policy, null, failure, 4)).isInstanceOf(Fail.class);
        }

        @Test
        void one_attempt_is_never_retried() throws Exception {
            assertThat(decide(RetryPolicy.attempts(1), null, failure, 1)).isInstanceOf(Fail.class);
        }

        @Test
        void two_retries_are_three_attempts() throws Exception {
            RetryPolicy two = RetryPolicy.defaults().maxRetries(2);

            assertThat(decide(two, null, failure, 2)).isInstanceOf(Retry.class);
            assertThat(decide(two, null, failure, 3)).isInstanceOf(Fail.class);
        }

        // Public reports: okhttp #3665, #3483, a hint that is obeyed for ever.
        @Test
        void a_hint_saves_no_attempt() throws Exception {
            RetryClassifier hint = (f, s) -> RetryOverride.hint(Duration.ofSeconds(1));

            assertThat(decide(policy, hint, failure, 3)).isInstanceOf(Fail.class);
        }

        @Test
        void indefinite_counts_no_attempts() throws Exception {
            RetryPolicy forever = policy.kind(RetryKind.INDEFINITE);

            assertThat(decide(forever, null, failure, Integer.MAX_VALUE)).isInstanceOf(Retry.class);
        }
    }

    @Test
    void the_same_inputs_give_the_same_decision() throws Exception {
        RetryPolicy jittered = RetryPolicy.defaults();

        Duration first = ((Retry) decide(jittered, null, failure, 2)).delay();
        Duration again = ((Retry) decide(jittered, null, failure, 2)).delay();

        assertThat(first).isEqualTo(again);
    }

    private static RetryDecision decide(
            RetryPolicy policy, @Nullable RetryClassifier classifier, Throwable failure, int attempt)
            throws InterruptedException {
        return Decider.decide(
                policy, classifier, failure, new AttemptState(attempt, attempt, Instant.EPOCH, new Random(7)));
    }

    private static void assertFails(RetryDecision decision, FailReason reason, DecisionRule rule) {
        assertThat(decision).isInstanceOf(Fail.class).hasToString("Fail(" + reason + ")");
        assertThat(((Fail) decision).reason()).isEqualTo(reason);
        assertThat(((Fail) decision).refusedDelay()).isNull();
        assertThat(decision.explain().rule()).isEqualTo(rule);
    }
}
