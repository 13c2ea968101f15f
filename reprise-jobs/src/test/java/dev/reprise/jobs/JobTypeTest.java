package dev.reprise.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JobTypeTest {
    @Test
    void a_type_has_the_default_queue_and_policy_and_no_time_out() {
        JobType<String> type = JobType.of("mail.send", String.class);

        assertThat(type.queue()).isEqualTo("default");
        assertThat(type.policy()).isEqualTo(RetryPolicy.defaults());
        assertThat(type.timeout()).isNull();
        assertThat(type).hasToString("mail.send");
    }

    @Test
    void a_name_is_checked_when_the_type_is_made() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobType.of("", String.class))
                .withMessage("job type: '' is not 1 to 200 letters, digits and the signs . _ - : /");
        assertThatIllegalArgumentException().isThrownBy(() -> JobType.of("x".repeat(201), String.class));
    }

    @Test
    void a_time_out_is_above_zero() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JobType.of("t", String.class).timeout(Duration.ZERO))
                .withMessage("timeout: PT0S is not above zero");
    }
}
