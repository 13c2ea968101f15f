package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("FutureReturnValueIgnored") // They are done, and nobody asks for their values.
class PolicyWarningsTest {
    private static final String WARNING =
            "WARNING indefinite attempts=3 bound=1d hint=atleast constant 1s: NOTHING_STOPS: nothing"
                    + " stops an indefinite policy without a deadline and without a time budget";

    private final LogRecords log = new LogRecords();
    private final Retrier endless = Retrier.of(RetryPolicy.parse("indefinite attempts=3 constant 1s"));

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void a_warning_is_logged_at_the_first_call_and_not_again() throws Exception {
        assertThat(log.lines()).isEmpty();
        for (int calls = 0; calls < 3; calls++) {
            endless.call(() -> "x");
            endless.tryCall(() -> "x");
            endless.wrap(() -> "x").call();
            endless.callAsync(() -> CompletableFuture.completedFuture("x"));
        }
        assertThat(log.lines()).containsExactly(WARNING);
    }

    @Test
    void retriers_with_another_listener_time_or_rule_for_results_do_not_warn_again() throws Exception {
        endless.call(() -> "x");
        for (int calls = 0; calls < 3; calls++) {
            endless.listen(new Events()).call(() -> "x");
            endless.time(new ManualTime()).patience(Duration.ofDays(1)).call(() -> "x");
            endless.rejectIf((String s) -> s.isEmpty()).call(() -> "x");
            endless.rejectIf((String s) -> s.isEmpty()).returnLast().tryCall(() -> "x");
            endless.rejectIf((String s) -> s.isEmpty()).callAsync(() -> CompletableFuture.completedFuture("x"));
        }
        assertThat(log.lines()).containsExactly(WARNING);
    }

    @Test
    void waits_that_are_all_longer_than_patience_are_warned_of() throws Exception {
        Retrier hopeless = Retrier.attempts(3).backoff("constant 5m");

        hopeless.patience(Duration.ofMinutes(5)).call(() -> "x");
        assertThat(log.lines()).noneMatch(line -> line.contains("patience, so that"));

        hopeless.backoff("constant 5m").call(() -> "x");
        assertThat(log.lines()).anyMatch(line -> line.startsWith("WARNING") && line.contains("set patience"));
    }

    @Test
    void another_policy_or_classifier_warns_anew() throws Exception {
        endless.call(() -> "x");
        endless.timeBudget(Duration.ofMinutes(1)).call(() -> "x");
        assertThat(log.lines()).hasSize(1);
        Retrier.attempts(2)
                .backoff("constant 1s")
                .classifier(RetryClassifiers.rateLimitAware())
                .call(() -> "x");
        assertThat(log.lines()).anyMatch(line -> line.startsWith("WARNING") && line.contains("NOTHING_STOPS_A_CLAIM"));
    }

    @Test
    void what_the_waits_can_add_up_to_is_no_warning() throws Exception {
        Retrier.attempts(3).backoff("constant 1s").call(() -> "x");
        assertThat(log.lines())
                .containsExactly(
                        "FINE transient attempts=3 bound=1d hint=atleast constant 1s: TOTAL_WAIT: the waits of 2"
                                + " retries can add up to 2s, hints not counted");
    }

    @Test
    void an_indefinite_policy_warns_of_the_attempts_that_stop_a_transient_failure_unless_they_are_set()
            throws Exception {
        Retrier.of(RetryPolicy.parse("indefinite budget=1h constant 1s")).call(() -> "x");
        assertThat(log.lines())
                .containsExactly("WARNING indefinite attempts=3 budget=1h bound=1d hint=atleast constant 1s:"
                        + " ATTEMPTS_STOP_A_CLAIM: the classifier may claim TRANSIENT, which attempts=3 stops although"
                        + " the policy is indefinite; set the attempts");
        Retrier.of(RetryPolicy.parse("indefinite attempts=3 budget=1h constant 1s"))
                .call(() -> "x");
        Retrier.of(RetryPolicy.parse("indefinite budget=1h constant 1s"))
                .classifier((failure, state) -> null)
                .call(() -> "x");
        assertThat(log.lines()).hasSize(1);
    }

    @Test
    void a_logger_that_throws_does_not_keep_the_call_from_being_made() throws Exception {
        log.broken = true;
        assertThat(endless.call(() -> "x")).isEqualTo("x");
        assertThat(log.lines()).containsExactly(WARNING);
    }
}
