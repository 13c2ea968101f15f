package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AttemptEndingTest {
    @Test
    void a_negative_delay_is_refused() {
        assertThatThrownBy(() ->
                        AttemptEnding.bare(UUID.randomUUID(), 1, 1, AttemptEnding.Kind.RETRY, Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delay: PT-0.001S is negative; allowed is zero or more");
    }
}
