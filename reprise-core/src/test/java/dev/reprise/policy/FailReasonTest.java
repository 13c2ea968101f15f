package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class FailReasonTest {
    @Test
    void bounds_give_up_and_every_other_reason_says_that_the_failure_itself_is_none_to_retry() {
        assertThat(Arrays.stream(FailReason.values()).filter(FailReason::isNotRetryable))
                .containsExactly(
                        FailReason.NON_RETRYABLE,
                        FailReason.NOT_RETRYABLE,
                        FailReason.PAYLOAD_UNREADABLE,
                        FailReason.RESULT_TOO_LARGE,
                        FailReason.VALUE_NOT_ENCODABLE);
        assertThat(Arrays.stream(FailReason.values()).filter(reason -> !reason.isNotRetryable()))
                .containsExactly(
                        FailReason.ATTEMPTS_EXHAUSTED,
                        FailReason.DEADLINE,
                        FailReason.BUDGET_EXHAUSTED,
                        FailReason.WAIT_TOO_LONG,
                        FailReason.INTERRUPTED,
                        FailReason.NOT_REPEATABLE);
    }
}
