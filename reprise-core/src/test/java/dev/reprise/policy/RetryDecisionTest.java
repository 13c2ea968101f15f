package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the caller makes of a retry: its deadline, its budgets, its patience. */
class RetryDecisionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private final Retry tenSeconds = retry("constant 10s");

    @Test
    void a_retry_that_starts_at_the_deadline_still_goes() {
        assertThat(tenSeconds.notAfter(NOW, NOW.plusSeconds(10))).isSameAs(tenSeconds);
    }

    @Test
    void it_says_its_delay() {
        assertThat(tenSeconds).hasToString("Retry(PT10S)");
    }

    // Public reports: tenacity #423 (the last wait overshoots), curl/curl#7676 (a hint longer than the budget).
    @Test
    void a_retry_after_the_deadline_is_refused_and_never_shortened() {
        RetryDecision decision = tenSeconds.notAfter(NOW, NOW.plusSeconds(10).minusNanos(1));

        assertThat(decision).isInstanceOf(Fail.class).hasToString("Fail(DEADLINE)");
        assertThat(((Fail) decision).refusedDelay()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void a_deadline_in_the_past_or_at_the_end_of_time_is_no_overflow() {
        assertThat(tenSeconds.notAfter(NOW, Instant.MIN)).isInstanceOf(Fail.class);
        assertThat(tenSeconds.notAfter(Instant.MIN, Instant.MAX)).isSameAs(tenSeconds);
        assertThat(tenSeconds.notAfter(Instant.MAX, Instant.MAX)).isInstanceOf(Fail.class);
    }

    @Test
    void the_same_holds_for_a_time_budget() {
        assertThat(tenSeconds.within(Duration.ofSeconds(5), Duration.ofSeconds(15)))
                .isSameAs(tenSeconds);
        assertThat(tenSeconds.within(Duration.ofSeconds(5).plusNanos(1), Duration.ofSeconds(15)))
                .hasToString("Fail(DEADLINE)");
        assertThat(tenSeconds.within(Duration.ofSeconds(60), Duration.ofSeconds(15)))
                .isInstanceOf(Fail.class);
    }

    @Test
    void a_zero_delay_goes_at_the_very_end_of_the_budget() {
        Retry atOnce = retry("none");

        assertThat(atOnce.within(Duration.ofSeconds(15), Duration.ofSeconds(15)))
                .isSameAs(atOnce);
    }

    @Test
    void the_caller_refuses_for_its_own_reasons_only() {
        assertThat(tenSeconds.refuse(FailReason.BUDGET_EXHAUSTED).reason()).isEqualTo(FailReason.BUDGET_EXHAUSTED);
        assertThat(tenSeconds.refuse(FailReason.WAIT_TOO_LONG).refusedDelay()).isEqualTo(Duration.ofSeconds(10));
        assertThat(tenSeconds.refuse(FailReason.INTERRUPTED).reason()).isEqualTo(FailReason.INTERRUPTED);
        assertThatThrownBy(() -> tenSeconds.refuse(FailReason.NON_RETRYABLE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("reason: NON_RETRYABLE");
    }

    @Test
    void a_refused_retry_still_explains_its_delay() {
        assertThat(tenSeconds.refuse(FailReason.WAIT_TOO_LONG).explain())
                .hasToString(
                        "fail WAIT_TOO_LONG: attempt 1 of 3 failed, kind TRANSIENT set by the policy, an attempt is"
                                + " left; failure 1 of `constant 10s`: curve 10s; wait 10s, refused: the wait is longer than"
                                + " the caller's patience");
    }

    private static Retry retry(String schedule) {
        try {
            return (Retry) Decider.decide(
                    RetryPolicy.attempts(3).backoff(schedule),
                    null,
                    new Exception(),
                    new AttemptState(1, 1, NOW, new Random(1)));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
