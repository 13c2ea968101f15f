package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inAllModes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.RetryClassifier;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What no policy decides passes through as it came, and takes along why there was another attempt at all. */
class PassingThroughTest {
    private static final List<Supplier<Throwable>> PASSING = List.of(
            () -> new InterruptedException("own"),
            () -> new CancellationException("own"),
            () -> new AssertionError("own"));

    @TestFactory
    Stream<DynamicTest> what_passes_through_carries_the_failures_before_it() {
        return inAllModes(it -> {
            for (Supplier<Throwable> passing : PASSING) {
                it.attempts.set(0);
                Throwable own = passing.get();
                Outcome<String> outcome = it.run(() -> failingThen(it, 2, own));
                assertThat(outcome.thrown()).isSameAs(own);
                assertThat(messages(own)).containsExactly("1", "2");
                assertThat(RetryNote.of(own)).isNull();
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> it_carries_no_more_than_the_latest_ten() {
        return inAllModes(it -> {
            for (Supplier<Throwable> passing : PASSING) {
                it.attempts.set(0);
                Throwable own = passing.get();
                it.run(many(it), () -> failingThen(it, 15, own));
                assertThat(messages(own)).containsExactlyElementsOf(numbers(6, 15));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> a_constant_that_is_thrown_for_ever_carries_ten_in_all() {
        return inAllModes(it -> {
            Throwable constant = new CancellationException("constant");
            for (int calls = 0; calls < 50; calls++) {
                it.attempts.set(0);
                it.run(many(it), () -> failingThen(it, 3, constant));
            }
            assertThat(messages(constant)).containsExactly("1", "2", "3", "1", "2", "3", "1", "2", "3", "1");
        });
    }

    @TestFactory
    Stream<DynamicTest> an_error_of_the_classifier_carries_the_failure_that_it_came_instead_of() {
        return inAllModes(it -> {
            for (int last : new int[] {1, 2, 15}) {
                it.attempts.set(0);
                Error broken = new AssertionError("broken");
                RetryClassifier classifier = (failure, state) -> {
                    if (state.attempt() == last) {
                        throw broken;
                    }
                    return null;
                };
                assertThat(it.run(many(it).classifier(classifier), () -> it.failing(99))
                                .thrown())
                        .isSameAs(broken);
                assertThat(messages(broken)).containsExactlyElementsOf(numbers(Math.max(1, last - 9), last));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> an_error_of_the_virtual_machine_stays_untouched() {
        return inAllModes(it -> {
            for (Error fatal : new Error[] {new OutOfMemoryError("full"), new StackOverflowError("deep")}) {
                it.attempts.set(0);
                assertThat(it.run(() -> failingThen(it, 2, fatal)).thrown())
                        .isSameAs(fatal)
                        .hasNoSuppressedExceptions();
                it.attempts.set(0);
                RetryClassifier classifier = (failure, state) -> {
                    throw fatal;
                };
                assertThat(it.run(it.retrier.classifier(classifier), () -> it.failing(9))
                                .thrown())
                        .isSameAs(fatal)
                        .hasNoSuppressedExceptions();
            }
        });
    }

    private static Retrier many(Scenario it) {
        return Retrier.attempts(20).backoff("none").time(it.time);
    }

    private static String failingThen(Scenario it, int failures, Throwable own) throws IOException {
        if (it.attempts.get() < failures) {
            return it.failing(failures);
        }
        throw dev.reprise.internal.Rethrow.<RuntimeException>asItCame(own);
    }

    private static List<String> messages(Throwable passing) {
        return Stream.of(passing.getSuppressed()).map(Throwable::getMessage).toList();
    }

    private static List<String> numbers(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(Integer::toString).toList();
    }
}
