package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RetryOverrideTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    // Public reports: resilience4j #1565, #1843, a negative interval that ends in an exception from sleep.
    @Test
    void a_negative_delay_is_refused_when_made() {
        assertThatThrownBy(() -> RetryOverride.after(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("after: PT-0.000000001S is negative");
        assertThatThrownBy(() -> RetryOverride.hint(Duration.ofSeconds(-3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("hint: PT-3S is negative");
    }

    @Test
    void a_hint_and_a_direction_of_one_length_differ() {
        assertThat(RetryOverride.hint(SECOND)).isNotEqualTo(RetryOverride.after(SECOND));
        assertThat(RetryOverride.hint(SECOND).isHint()).isTrue();
        assertThat(RetryOverride.after(SECOND).isHint()).isFalse();
        assertThat(RetryOverride.hint(SECOND)).isEqualTo(RetryOverride.hint(SECOND));
        assertThat(RetryOverride.hint(SECOND)).hasSameHashCodeAs(RetryOverride.hint(SECOND));
    }

    @Test
    void a_kind_is_added_to_a_delay() {
        RetryOverride both = RetryOverride.hint(SECOND).as(RetryKind.INDEFINITE);

        assertThat(both.kind()).isEqualTo(RetryKind.INDEFINITE);
        assertThat(both.delay()).isEqualTo(SECOND);
        assertThat(both.isHint()).isTrue();
        assertThat(both).hasToString("RetryOverride INDEFINITE hint PT1S");
    }

    @Test
    void a_kind_alone_has_no_delay_and_is_one_object() {
        for (RetryKind kind : RetryKind.values()) {
            assertThat(RetryOverride.kind(kind)).isSameAs(RetryOverride.kind(kind));
            assertThat(RetryOverride.kind(kind).kind()).isEqualTo(kind);
            assertThat(RetryOverride.kind(kind).delay()).isNull();
        }
    }

    @Test
    void a_state_counts_from_one_and_failures_never_exceed_attempts() {
        assertThatThrownBy(() -> new AttemptState(0, 0, Instant.EPOCH, new Random()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("attempt: 0");
        assertThatThrownBy(() -> new AttemptState(2, 3, Instant.EPOCH, new Random()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("failures: 3");
        assertThatThrownBy(() -> new AttemptState(2, -1, Instant.EPOCH, new Random()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
