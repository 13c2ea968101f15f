package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.NextAttempt.Row;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class NextAttemptTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final NextAttempt FEEDS = NextAttempt.every(HOUR, Backoff.parse("exponential base=15m max=1d"));

    @Test
    void a_failure_raises_the_count_and_is_due_when_the_schedule_says() {
        Row first = FEEDS.afterFailure(0, NOW);
        assertThat(first).isEqualTo(new Row(1, NOW.plus(Duration.ofMinutes(15))));
        assertThat(FEEDS.afterFailure(first.failures(), NOW)).isEqualTo(new Row(2, NOW.plus(Duration.ofMinutes(30))));
        assertThat(FEEDS.afterFailure(40, NOW)).isEqualTo(new Row(41, NOW.plus(Duration.ofDays(1))));
    }

    @Test
    void a_success_forgets_the_failures_and_is_due_after_the_interval() {
        assertThat(FEEDS.afterSuccess(NOW)).isEqualTo(new Row(0, NOW.plus(HOUR)));
    }

    @Test
    void rows_that_fail_in_one_sweep_are_spread_by_the_jitter_of_the_schedule() {
        NextAttempt spread =
                NextAttempt.every(HOUR, Backoff.parse("constant 10m jitter=50%").random(ReplayRandom.of("sweep")));
        assertThat(spread.afterFailure(0, NOW).due())
                .isNotEqualTo(spread.afterFailure(0, NOW).due())
                .isBetween(NOW.plus(Duration.ofMinutes(5)), NOW.plus(Duration.ofMinutes(15)));
    }

    @Test
    void the_count_and_the_instant_stop_at_the_end_of_their_range() {
        assertThat(FEEDS.afterFailure(Integer.MAX_VALUE, NOW))
                .isEqualTo(new Row(Integer.MAX_VALUE, NOW.plus(Duration.ofDays(1))));
        assertThat(FEEDS.afterFailure(Integer.MAX_VALUE - 1, Instant.MAX))
                .isEqualTo(new Row(Integer.MAX_VALUE, Instant.MAX));
        assertThat(FEEDS.afterSuccess(Instant.MAX)).isEqualTo(new Row(0, Instant.MAX));
        assertThat(NextAttempt.every(Duration.ofSeconds(Long.MAX_VALUE), Backoff.none())
                        .afterSuccess(NOW)
                        .due())
                .isEqualTo(Instant.MAX);
    }

    @Test
    @SuppressWarnings("NullAway") // passes null on purpose
    void bad_arguments_are_refused_by_name() {
        assertThatThrownBy(() -> NextAttempt.every(Duration.ofSeconds(-1), Backoff.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("interval: PT-1S is negative; allowed is zero or more");
        assertThatThrownBy(() -> FEEDS.afterFailure(-1, NOW))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("failures: -1 is negative; allowed is zero or more");
        assertThatThrownBy(() -> FEEDS.afterFailure(0, null)).hasMessage("now");
        assertThatThrownBy(() -> FEEDS.afterSuccess(null)).hasMessage("now");
        assertThatThrownBy(() -> NextAttempt.every(null, Backoff.none())).hasMessage("interval");
        assertThatThrownBy(() -> NextAttempt.every(HOUR, null)).hasMessage("schedule");
        assertThatThrownBy(() -> new Row(0, null)).hasMessage("due");
        assertThat(NextAttempt.every(Duration.ZERO, Backoff.none()).afterSuccess(NOW))
                .isEqualTo(new Row(0, NOW));
    }
}
