package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inAllModes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class GivingUpTest {
    @TestFactory
    Stream<DynamicTest> a_call_that_fails_twice_succeeds_at_the_third_attempt() {
        return inAllModes(it -> {
            assertThat(it.run(() -> it.failing(2))).isEqualTo(new Outcome<>("3", null));
            assertThat(it.attempts).hasValue(3);
            assertThat(it.time.nanoTime()).isEqualTo(Duration.ofSeconds(2).toNanos());
        });
    }

    @TestFactory
    Stream<DynamicTest> the_last_failure_itself_is_thrown_with_a_note_and_the_failures_before() {
        return inAllModes(it -> {
            List<IOException> thrown = new ArrayList<>();
            Outcome<String> outcome = it.run(() -> {
                thrown.add(new IOException("" + thrown.size()));
                return it.throwing(thrown.get(thrown.size() - 1));
            });
            assertThat(outcome.thrown()).isSameAs(thrown.get(2));
            assertThat(outcome.thrown().getSuppressed()).containsExactly(outcome.note(), thrown.get(0), thrown.get(1));
            assertThat(outcome.note()).hasMessage("gave up after 3 attempts in 2s: no attempt is left");
            assertThat(outcome.note().attempts()).isEqualTo(3);
            assertThat(outcome.note().elapsed()).isEqualTo(Duration.ofSeconds(2));
            assertThat(outcome.note().refusedDelay()).isNull();
            assertThat(outcome.note().getStackTrace()).isEmpty();
        });
    }

    // spring-projects/spring-framework#35434, #35983: the failures of the attempts before were lost.
    @TestFactory
    Stream<DynamicTest> earlier_failures_are_kept_as_suppressed_and_no_more_than_the_latest_ten() {
        return inAllModes(it -> {
            Outcome<String> outcome =
                    it.run(Retrier.attempts(15).backoff("none").time(it.time), () -> it.failing(99));
            assertThat(outcome.thrown()).hasMessage("15");
            assertThat(outcome.thrown().getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly(
                            "gave up after 15 attempts in 0s: no attempt is left",
                            "5",
                            "6",
                            "7",
                            "8",
                            "9",
                            "10",
                            "11",
                            "12",
                            "13",
                            "14");
        });
    }

    // spring-attic/spring-retry#500: "exhausted" was thrown though no retry took place.
    @TestFactory
    Stream<DynamicTest> a_failure_that_is_none_to_retry_is_thrown_at_once_and_bare() {
        return inAllModes(it -> {
            Outcome<String> outcome =
                    it.run(it.retrier.on(FileNotFoundException.class).classifier((f, s) -> null), () -> it.failing(9));
            assertThat(outcome.thrown()).hasMessage("1").hasNoSuppressedExceptions();
            assertThat(it.events.told()).containsExactly("failed 1 1", "gave up 1 1 NOT_RETRYABLE");
        });
    }

    @TestFactory
    Stream<DynamicTest> each_way_to_give_up_has_a_reason_of_its_own() {
        return inAllModes(it -> {
            Retrier bare = it.retrier.classifier((failure, state) -> null);
            assertThat(it.run(bare, () -> it.failing(9)).reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
            assertThat(it.run(bare.timeBudget(Duration.ofMillis(999)), () -> it.failing(99))
                            .reason())
                    .isEqualTo(FailReason.DEADLINE);
            assertThat(it.run(bare.patience(Duration.ofMillis(999)), () -> it.failing(99))
                            .reason())
                    .isEqualTo(FailReason.WAIT_TOO_LONG);
            assertThat(it.run(bare.budget(RetryBudget.cost().capacity(10).retryCost(10)), () -> it.failing(99))
                            .reason())
                    .isEqualTo(FailReason.BUDGET_EXHAUSTED);
            it.attempts.set(0);
            assertThat(it.run(bare.on(IOException.class), () -> notAnIoExceptionAtLast(it))
                            .reason())
                    .isEqualTo(FailReason.NOT_RETRYABLE);
            it.attempts.set(0);
            assertThat(it.run(bare.neverOn(IllegalStateException.class), () -> notAnIoExceptionAtLast(it))
                            .reason())
                    .isEqualTo(FailReason.NON_RETRYABLE);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_failure_that_takes_no_suppressed_ones_is_thrown_without_a_note() {
        return inAllModes(it -> {
            Exception closed = new Closed();
            Outcome<String> outcome = it.run(() -> it.throwing(closed));
            assertThat(outcome.thrown()).isSameAs(closed).hasNoSuppressedExceptions();
            assertThat(RetryNote.of(closed)).isNull();
            assertThat(it.attempts).hasValue(3);
        });
    }

    // spring-projects/spring-framework#35772, resilience4j#1320: attempts were read as retries.
    @TestFactory
    Stream<DynamicTest> so_many_attempts_are_made_the_first_included() {
        return inAllModes(it -> {
            for (int attempts : new int[] {1, 2, 5}) {
                it.attempts.set(0);
                it.run(Retrier.attempts(attempts).backoff("none").time(it.time), () -> it.failing(99));
                assertThat(it.attempts).hasValue(attempts);
            }
        });
    }

    // rholder/guava-retrying#67, micronaut-core#11884: OutOfMemoryError was retried.
    @TestFactory
    Stream<DynamicTest> an_error_passes_through_bare_at_whatever_attempt() {
        return inAllModes(it -> {
            Error full = new OutOfMemoryError("full");
            Outcome<String> outcome = it.run(() -> {
                it.failing(1);
                throw full;
            });
            assertThat(outcome.thrown()).isSameAs(full).hasNoSuppressedExceptions();
            assertThat(it.attempts).hasValue(2);
            assertThat(it.events.told()).containsExactly("failed 1 1", "retry 1 1 PT1S");
        });
    }

    @TestFactory
    Stream<DynamicTest> an_error_that_is_asked_for_is_retried() {
        return inAllModes(it -> {
            Retrier onErrors = it.retrier.on(AssertionError.class);
            assertThat(it.run(onErrors, () -> it.throwing(new AssertionError())).reason())
                    .isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
            assertThat(it.attempts).hasValue(3);
        });
    }

    // resilience4j/resilience4j#1565 (PR #2067), #1843: a negative interval that meant "stop" broke the sleep.
    @TestFactory
    Stream<DynamicTest> a_classifier_stops_the_retries_with_a_verdict_of_its_own() {
        RetryClassifier stop =
                (failure, state) -> state.attempt() == 2 ? RetryOverride.kind(RetryKind.NON_RETRYABLE) : null;
        return inAllModes(it -> {
            Outcome<String> outcome = it.run(it.retrier.classifier(stop), () -> it.failing(9));
            assertThat(outcome.thrown()).hasMessage("2");
            assertThat(outcome.reason()).isEqualTo(FailReason.NON_RETRYABLE);
        });
    }

    @TestFactory
    Stream<DynamicTest> an_error_of_the_classifier_ends_the_call() {
        Error broken = new AssertionError("broken");
        return inAllModes(it -> {
            RetryClassifier classifier = (failure, state) -> {
                if (state.attempt() == 2) {
                    throw broken;
                }
                return null;
            };
            assertThat(it.run(it.retrier.classifier(classifier), () -> it.failing(9))
                            .thrown())
                    .isSameAs(broken);
            assertThat(it.attempts).hasValue(2);
        });
    }

    private static String notAnIoExceptionAtLast(Scenario it) throws IOException {
        if (it.attempts.incrementAndGet() % 2 == 0) {
            throw new IllegalStateException("" + it.attempts);
        }
        throw new IOException("" + it.attempts);
    }

    private static final class Closed extends Exception {
        private static final long serialVersionUID = 1;

        Closed() {
            super("closed", null, false, false);
        }
    }
}
