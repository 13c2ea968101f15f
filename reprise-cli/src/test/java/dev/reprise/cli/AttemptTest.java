package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AttemptTest {
    @Test
    void its_end_is_told_with_its_status_and_its_signal() {
        assertThat(attempt(75, Attempt.End.ENDED).words()).isEqualTo("ended with 75 after 1.2s");
        assertThat(attempt(137, Attempt.End.ENDED).words()).isEqualTo("ended with 137 (KILL) after 1.2s");
        assertThat(attempt(200, Attempt.End.ENDED).words()).isEqualTo("ended with 200 after 1.2s");
        assertThat(attempt(124, Attempt.End.TIMED_OUT).words()).isEqualTo("timed out after 1.2s");
        assertThat(attempt(0, Attempt.End.NO_MATCH).words())
                .isEqualTo("ended with 0 after 1.2s, but its output does not match");
    }

    @Test
    void only_an_end_with_0_is_a_success() {
        assertThat(attempt(0, Attempt.End.ENDED).isSuccess()).isTrue();
        assertThat(attempt(1, Attempt.End.ENDED).isSuccess()).isFalse();
        assertThat(attempt(0, Attempt.End.NO_MATCH).isSuccess()).isFalse();
        assertThat(attempt(0, Attempt.End.NO_MATCH).exitCode()).isEqualTo(1);
        assertThat(attempt(124, Attempt.End.TIMED_OUT).isSuccess()).isFalse();
    }

    @Test
    void times_are_told_as_exactly_as_one_cares_to_read() {
        assertThat(ShortDuration.of(Duration.ofNanos(999_999_999))).isEqualTo("999ms");
        assertThat(ShortDuration.of(Duration.ZERO)).isEqualTo("0ms");
        assertThat(ShortDuration.of(Duration.ofSeconds(2))).isEqualTo("2s");
        assertThat(ShortDuration.of(Duration.ofMillis(59_999))).isEqualTo("59.9s");
        assertThat(ShortDuration.of(Duration.ofMillis(60_999))).isEqualTo("1m");
        assertThat(ShortDuration.of(Duration.ofMillis(3_661_001))).isEqualTo("1h1m1s");
    }

    private static Attempt attempt(int status, Attempt.End end) {
        return new Attempt(1, Instant.EPOCH, Duration.ofMillis(1234), status, end, null);
    }
}
