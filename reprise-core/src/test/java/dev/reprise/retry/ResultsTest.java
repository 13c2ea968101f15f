package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inAllModes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ResultsTest {
    @TestFactory
    Stream<DynamicTest> a_rejected_result_is_retried() {
        return inAllModes(it -> {
            assertThat(it.run(it.retrier, (Integer n) -> n < 3, false, it.attempts::incrementAndGet))
                    .isEqualTo(new Outcome<>(3, null));
            assertThat(it.events.told())
                    .containsExactly(
                            "failed 1 the result was rejected: java.lang.Integer",
                            "retry 1 the result was rejected: java.lang.Integer PT1S",
                            "failed 2 the result was rejected: java.lang.Integer",
                            "retry 2 the result was rejected: java.lang.Integer PT1S",
                            "succeeded 3 PT2S");
        });
    }

    @TestFactory
    Stream<DynamicTest> the_last_rejected_result_is_thrown_without_a_stack_trace_and_carried() {
        return inAllModes(it -> {
            Outcome<Integer> outcome = it.run(it.retrier, n -> true, false, it.attempts::incrementAndGet);
            assertThat(outcome.thrown()).isInstanceOfSatisfying(RejectedResult.class, last -> {
                assertThat(last.result()).isEqualTo(3);
                assertThat(last.getStackTrace()).isEmpty();
            });
            assertThat(outcome.reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
            assertThat(outcome.thrown().getSuppressed()).hasSize(3);
        });
    }

    @TestFactory
    Stream<DynamicTest> the_last_rejected_result_is_returned_where_that_is_asked_for() {
        return inAllModes(it -> {
            Outcome<Integer> outcome = it.run(it.retrier, n -> true, true, it.attempts::incrementAndGet);
            if (it.mode == Mode.SYNC_TRY) {
                assertThat(outcome.reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
            } else {
                assertThat(outcome).isEqualTo(new Outcome<>(3, null));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> an_exception_of_the_last_attempt_is_thrown_though_the_last_result_is_asked_for() {
        return inAllModes(it -> {
            Outcome<String> outcome = it.run(it.retrier, s -> true, true, () -> {
                if (it.attempts.incrementAndGet() == 3) {
                    throw new IOException("third");
                }
                return "rejected";
            });
            assertThat(outcome.thrown()).hasMessage("third");
        });
    }

    @TestFactory
    Stream<DynamicTest> a_rejection_that_the_attempt_throws_is_not_one_s_own_result() {
        return inAllModes(it -> {
            ResultRetrier<Integer> inner = Retrier.attempts(1).rejectIf((Integer n) -> true);
            Outcome<String> outcome =
                    it.run(it.retrier, s -> false, true, () -> "" + inner.call(it.attempts::incrementAndGet));
            assertThat(outcome.thrown())
                    .isInstanceOfSatisfying(
                            RejectedResult.class,
                            last -> assertThat(last.result()).isEqualTo(3));
        });
    }

    @TestFactory
    Stream<DynamicTest> a_filter_of_exceptions_does_not_keep_results_from_being_rejected() {
        return inAllModes(it -> {
            Retrier filtered = it.retrier.on(IOException.class).classifier((failure, state) -> null);
            assertThat(it.run(filtered, (Integer n) -> n < 2, false, it.attempts::incrementAndGet)
                            .value())
                    .isEqualTo(2);
            assertThat(it.run(filtered, s -> false, false, () -> it.throwing(new IllegalStateException("other")))
                            .thrown())
                    .hasMessage("other");
            assertThat(it.attempts).hasValue(3);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_rejected_result_goes_through_the_classifier() {
        return inAllModes(it -> {
            List<@Nullable Object> seen = new ArrayList<>();
            Retrier stopping = it.retrier.classifier((failure, state) -> {
                seen.add(((RejectedResult) failure).result());
                return RetryOverride.kind(RetryKind.NON_RETRYABLE);
            });
            Outcome<String> outcome = it.run(stopping, s -> true, false, () -> "full");
            assertThat(seen).containsExactly("full");
            assertThat(outcome.thrown()).isInstanceOf(RejectedResult.class).hasNoSuppressedExceptions();
        });
    }

    @TestFactory
    @SuppressWarnings("NullAway") // It does not see that the lambda's type is nullable.
    Stream<DynamicTest> null_may_be_rejected_or_returned() {
        return inAllModes(it -> {
            assertThat(it.<@Nullable String>run(it.retrier, Objects::isNull, false, () -> null)
                            .thrown())
                    .hasMessage("the result was rejected: null");
            assertThat(it.<@Nullable String>run(it.retrier, s -> false, false, () -> null))
                    .isEqualTo(new Outcome<>(null, null));
        });
    }

    @TestFactory
    Stream<DynamicTest> a_rule_that_throws_is_a_failure_of_the_attempt() {
        return inAllModes(it -> {
            Outcome<String> outcome = it.run(
                    it.retrier,
                    s -> {
                        throw new IllegalStateException("broken rule " + it.attempts.incrementAndGet());
                    },
                    true,
                    () -> "x");
            assertThat(outcome.thrown()).hasMessage("broken rule 3");
        });
    }

    @Test
    void wrapped_suppliers_and_functions_reject_results_too() {
        ManualTime time = new ManualTime();
        ResultRetrier<Integer> results = Retrier.attempts(3).time(time).rejectIf((Integer n) -> n < 13);
        int[] attempts = {10};
        assertThat(results.wrapSupplier(() -> ++attempts[0]).get()).isEqualTo(13);
        assertThat(results.wrapFunction((Integer plus) -> plus + attempts[0]++).apply(-1))
                .isEqualTo(13);
        assertThatThrownBy(() -> results.wrapSupplier(() -> 1).get()).isInstanceOf(RejectedResult.class);
    }

    @Test
    void a_first_result_that_is_not_rejected_completes_the_future() {
        assertThat(Retrier.defaults()
                        .rejectIf((String s) -> s.isEmpty())
                        .callAsync(() -> CompletableFuture.completedFuture("full")))
                .isCompletedWithValue("full");
    }
}
