package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inAllModes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.FailReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RetryNoteTest {
    private static final RetryNote.Facts FACTS =
            new RetryNote.Facts(2, Duration.ofMillis(1204), FailReason.WAIT_TOO_LONG, Duration.ofSeconds(90));

    @TestFactory
    Stream<DynamicTest> a_constant_failure_collects_one_note_and_never_more_than_ten_failures() {
        return inAllModes(it -> {
            IOException constant = new IOException("constant");
            Retrier quick = Retrier.attempts(4).backoff("none").time(it.time);
            for (int calls = 1; calls <= 30; calls++) {
                it.attempts.set(0);
                Outcome<String> outcome = it.run(quick, () -> {
                    it.failing(3);
                    throw constant;
                });
                assertThat(outcome.thrown()).isSameAs(constant);
                assertThat(constant.getSuppressed()).hasSize(1 + Math.min(10, 3 * calls));
                assertThat(constant.getSuppressed())
                        .filteredOn(RetryNote.class::isInstance)
                        .hasSize(1);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> a_constant_failure_at_every_attempt_is_not_suppressed_by_itself() {
        return inAllModes(it -> {
            IOException constant = new IOException("constant");
            for (int calls = 0; calls < 20; calls++) {
                it.run(() -> it.throwing(constant));
            }
            assertThat(constant.getSuppressed()).singleElement().isInstanceOf(RetryNote.class);
        });
    }

    @TestFactory
    Stream<DynamicTest> constants_that_take_turns_never_come_to_lie_inside_each_other() {
        return inAllModes(it -> {
            List<IOException> constants = List.of(new IOException("a"), new IOException("b"), new IOException("c"));
            Retrier quick = Retrier.attempts(4).backoff("none").time(it.time);
            for (int calls = 0; calls < 20; calls++) {
                it.run(quick, () -> it.throwing(constants.get(it.attempts.get() % 3)));
            }
            for (IOException constant : constants) {
                assertNoCircle(constant);
                constant.printStackTrace(new PrintWriter(new StringWriter()));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> a_failure_that_holds_the_last_one_inside_is_left_out() {
        return inAllModes(it -> {
            IOException constant = new IOException("constant");
            Outcome<String> outcome = it.run(() -> {
                if (it.attempts.get() < 2) {
                    return it.throwing(new IOException("around " + it.attempts, constant));
                }
                return it.throwing(constant);
            });
            assertThat(outcome.thrown()).isSameAs(constant);
            assertNoCircle(constant);
            assertThat(constant.getSuppressed()).hasSize(1);
        });
    }

    @TestFactory
    Stream<DynamicTest> the_note_of_a_constant_tells_of_its_last_call() {
        return inAllModes(it -> {
            IOException constant = new IOException("constant");
            RetryNote first = it.run(() -> it.throwing(constant)).note();
            RetryNote second = it.run(it.retrier.patience(Duration.ofMillis(1)), () -> it.throwing(constant))
                    .note();
            assertThat(second).isSameAs(first);
            assertThat(second.attempts()).isEqualTo(1);
            assertThat(second.reason()).isEqualTo(FailReason.WAIT_TOO_LONG);
            assertThat(second.refusedDelay()).isEqualTo(Duration.ofSeconds(1));
        });
    }

    @Test
    void a_note_is_found_on_the_failure_and_inside_the_wrappers_of_the_jdk() {
        Exception failure = noted();
        RetryNote note = Objects.requireNonNull(RetryNote.of(failure));
        assertThat(RetryNote.of(new ExecutionException(new CompletionException(failure))))
                .isSameAs(note);
        assertThat(RetryNote.of(new IOException("no note"))).isNull();
        assertThat(RetryNote.of(new ExecutionException(new IOException("no note"))))
                .isNull();
        assertThat(RetryNote.of(new IllegalStateException(failure))).isNull();
    }

    @Test
    @SuppressWarnings("NullAway") // That is the mistake.
    void a_note_of_nothing_is_refused() {
        assertThatThrownBy(() -> RetryNote.of(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("failure");
    }

    @Test
    void a_note_says_it_in_words_and_survives_serialization() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(noted());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(RetryNote.of((Exception) in.readObject()))
                    .hasToString("dev.reprise.retry.RetryNote: gave up after 2 attempts in 1s204ms: "
                            + "the wait is longer than the caller's patience (a wait of 1m30s)");
        }
    }

    private static Exception noted() {
        IOException failure = new IOException("down");
        RetryNote.put(failure, FACTS, EarlierFailures.NONE);
        return failure;
    }

    /** Follow every path of causes and suppressed ones: none may lead back to where it has been. */
    static void assertNoCircle(Throwable start) {
        Deque<List<Throwable>> paths = new ArrayDeque<>(List.of(List.of(start)));
        for (List<Throwable> path = paths.poll(); path != null; path = paths.poll()) {
            Throwable end = path.get(path.size() - 1);
            Stream<Throwable> inside =
                    Stream.concat(Stream.ofNullable(end.getCause()), Arrays.stream(end.getSuppressed()));
            for (Throwable next : inside.toList()) {
                assertThat(path).doesNotContain(next);
                paths.add(Stream.concat(path.stream(), Stream.of(next)).toList());
            }
        }
    }
}
