package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inAllModes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.BrokenClassifier;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ListenersTest {
    // resilience4j/resilience4j#1761: asynchronous calls with a rule for results told of no retry.
    @TestFactory
    Stream<DynamicTest> the_same_is_told_in_the_same_order_whatever_the_mode() {
        return inAllModes(it -> {
            it.run(() -> it.failing(2));
            it.attempts.set(0);
            it.run(() -> it.failing(9));
            assertThat(it.events.told())
                    .containsExactly(
                            "failed 1 1",
                            "retry 1 1 PT1S",
                            "failed 2 2",
                            "retry 2 2 PT1S",
                            "succeeded 3 PT2S",
                            "failed 1 1",
                            "retry 1 1 PT1S",
                            "failed 2 2",
                            "retry 2 2 PT1S",
                            "failed 3 3",
                            "gave up 3 3 ATTEMPTS_EXHAUSTED");
        });
    }

    @TestFactory
    Stream<DynamicTest> a_success_at_the_first_attempt_tells_nothing() {
        return inAllModes(it -> {
            assertThat(it.run(() -> it.failing(0)).value()).isEqualTo("1");
            assertThat(it.events.told()).isEmpty();
        });
    }

    @TestFactory
    Stream<DynamicTest> a_retry_that_is_refused_is_not_told_as_scheduled() {
        return inAllModes(it -> {
            it.run(it.retrier.patience(Duration.ofMillis(1)), () -> it.failing(9));
            assertThat(it.events.told()).containsExactly("failed 1 1", "gave up 1 1 WAIT_TOO_LONG");
        });
    }

    @TestFactory
    Stream<DynamicTest> what_a_listener_throws_changes_nothing_and_is_logged_once() {
        return inAllModes(it -> {
            try (LogRecords log = new LogRecords()) {
                Events after = new Events();
                Retrier retrier = it.retrier.listen(new Broken()).listen(after);
                assertThat(it.run(retrier, () -> it.failing(2)).value()).isEqualTo("3");
                assertThat(it.run(retrier, () -> it.throwing(new IOException("down")))
                                .thrown())
                        .hasMessage("down");
                assertThat(after.told()).hasSize(11).isEqualTo(it.events.told());
                assertThat(log.lines())
                        .filteredOn(line -> line.startsWith("WARNING"))
                        .containsExactly(
                                "WARNING the listener dev.reprise.retry.ListenersTest$Broken threw; the calls go on,"
                                        + " and this is not reported again");
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> classifiers_that_break_are_told_and_skipped() {
        return inAllModes(it -> {
            IllegalStateException broken = new IllegalStateException("broken");
            RetryClassifier classifier = (failure, state) -> {
                throw broken;
            };
            List<BrokenClassifier> told = new ArrayList<>();
            RetryListener listener = new RetryListener() {
                @Override
                public void retryScheduled(int attempt, Throwable failure, Retry decision) {
                    told.addAll(decision.brokenClassifiers());
                }

                @Override
                public void gaveUp(int attempts, Throwable failure, Fail decision) {
                    told.addAll(decision.brokenClassifiers());
                }
            };
            it.run(it.retrier.classifier(classifier).listen(listener), () -> it.failing(9));
            assertThat(told).hasSize(3).containsOnly(new BrokenClassifier(classifier, broken));
        });
    }

    @Test
    void the_logging_listener_writes_one_line_for_each_retry_and_for_each_end() throws Exception {
        Retrier logging = Retrier.attempts(2)
                .backoff("constant 1s")
                .time(new ManualTime())
                .listen(RetryListener.logging());
        int[] attempts = {0};
        try (LogRecords log = new LogRecords()) {
            logging.call(() -> {
                if (++attempts[0] == 1) {
                    throw new IOException("down");
                }
                return true;
            });
            logging.tryCall(() -> {
                throw new IOException("down");
            });
            assertThat(log.lines())
                    .filteredOn(line -> !line.startsWith("FINE"))
                    .containsExactly(
                            "INFO attempt 1 failed: java.io.IOException: down; the next one follows in 1s",
                            "INFO succeeded at attempt 2 after 1s",
                            "INFO attempt 1 failed: java.io.IOException: down; the next one follows in 1s",
                            "WARNING gave up at attempt 2: no attempt is left; it failed: java.io.IOException: down");
        }
    }

    @Test
    void the_same_lines_go_to_a_logger_of_ones_own_and_tell_giving_up_from_not_retryable() throws Exception {
        List<String> lines = new ArrayList<>();
        Retrier logging = Retrier.attempts(1).on(IOException.class).listen(RetryListener.logging(lines::add));

        logging.tryCall(() -> {
            throw new IOException("down");
        });
        logging.tryCall(() -> {
            throw new IllegalStateException("bug");
        });

        assertThat(lines)
                .containsExactly(
                        "gave up at attempt 1: no attempt is left; it failed: java.io.IOException: down",
                        "not retried after attempt 1: the failure is not in retryOn, and no classifier overrides that;"
                                + " it failed: java.lang.IllegalStateException: bug");
    }

    @Test
    void the_logging_listener_tells_of_broken_classifiers_and_survives_a_broken_message() throws Exception {
        IllegalStateException broken = new IllegalStateException("broken");
        Retrier logging = Retrier.attempts(1).listen(RetryListener.logging()).classifier((failure, state) -> {
            throw broken;
        });
        try (LogRecords log = new LogRecords()) {
            logging.tryCall(() -> {
                throw new Mute();
            });
            assertThat(log.records()).anySatisfy(line -> {
                assertThat(line.getMessage()).startsWith("a classifier broke and was skipped: ");
                assertThat(line.getThrown()).isSameAs(broken);
            });
            assertThat(log.lines()).last().asString().endsWith("it failed: " + Mute.class.getName());
        }
    }

    // A logger asks what was thrown for its message.
    @TestFactory
    Stream<DynamicTest> a_logger_or_a_message_that_throws_does_not_replace_the_failure() {
        return inAllModes(it -> {
            try (LogRecords log = new LogRecords()) {
                log.broken = true;
                Retrier retrier = it.retrier.listen(new MuteListener()).listen(new Broken());
                assertThat(it.run(retrier, () -> it.throwing(new IOException("down")))
                                .thrown())
                        .hasMessage("down");
                it.run(retrier, () -> it.failing(2));
                assertThat(log.lines())
                        .filteredOn(line -> line.startsWith("WARNING"))
                        .containsExactly(
                                "WARNING the listener dev.reprise.retry.ListenersTest$MuteListener threw; the calls go"
                                        + " on, and this is not reported again",
                                "WARNING the listener dev.reprise.retry.ListenersTest$Broken threw; the calls go on,"
                                        + " and this is not reported again");
            }
        });
    }

    private static final class MuteListener implements RetryListener {
        @Override
        public void attemptFailed(int attempt, Throwable failure) {
            throw new IllegalStateException() {
                private static final long serialVersionUID = 1;

                @Override
                public String getMessage() {
                    throw new AssertionError("no message");
                }
            };
        }
    }

    private static final class Broken implements RetryListener {
        @Override
        public void attemptFailed(int attempt, Throwable failure) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void retryScheduled(int attempt, Throwable failure, Retry decision) {
            throw new AssertionError("broken");
        }

        @Override
        public void gaveUp(int attempts, Throwable failure, Fail decision) {
            throw new StackOverflowError();
        }

        @Override
        public void succeeded(int attempts, Duration elapsed) {
            throw new IllegalStateException("broken");
        }
    }

    private static final class Mute extends Exception {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }
}
