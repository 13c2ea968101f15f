package dev.reprise.jobs;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class EndingTest {
    @Test
    void a_snooze_of_no_time_at_all_would_spin_and_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ending.snooze(Duration.ZERO))
                .withMessage("snooze: PT0S is not above zero");
    }

    @Test
    void a_retry_after_may_be_at_once_and_spends_its_attempt_unless_refunded() {
        assertThat(Ending.retryAfter(Duration.ZERO).isRefunded()).isFalse();
        assertThat(Ending.retryAfter(ofSeconds(3)).refunded()).isEqualTo(new Ending.RetryAfter(ofSeconds(3), true));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ending.retryAfter(ofSeconds(-1)))
                .withMessage("retryAfter: PT-1S is negative; allowed is zero or more");
    }
}
