package dev.reprise.jobs;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.jobs.EnqueueOptions.KeyWish;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EnqueueOptionsTest {
    private static final EnqueueOptions DEFAULTS = EnqueueOptions.defaults();
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @Test
    void a_job_without_options_is_due_at_once_and_has_nothing_of_its_own() {
        assertThat(DEFAULTS.due()).isEqualTo(When.NOW);
        assertThat(DEFAULTS.priority()).isZero();
        assertThat(DEFAULTS.tags()).isEmpty();
        assertThat(DEFAULTS.queue()).isNull();
        assertThat(DEFAULTS.key()).isNull();
        assertThat(DEFAULTS.idempotencyKey()).isNull();
        assertThat(DEFAULTS.policy()).isNull();
        assertThat(DEFAULTS.deadline()).isNull();
        assertThat(DEFAULTS.timeout()).isNull();
    }

    @Test
    void setting_one_thing_changes_a_copy() {
        EnqueueOptions changed = DEFAULTS.priority(5);

        assertThat(changed.priority()).isEqualTo(5);
        assertThat(DEFAULTS.priority()).isZero();
    }

    @Test
    void of_a_delay_and_an_instant_the_last_one_counts() {
        assertThat(DEFAULTS.at(NOON).after(ofMinutes(5)).due()).isEqualTo(When.after(ofMinutes(5)));
        assertThat(DEFAULTS.after(ofMinutes(5)).at(NOON).due()).isEqualTo(When.at(NOON));
    }

    @Test
    void an_idempotency_key_is_remembered_for_a_day_unless_the_call_says_otherwise() {
        assertThat(DEFAULTS.idempotencyKey("r1").idempotencyKey()).isEqualTo(new KeyWish("r1", ofHours(24)));
        assertThat(DEFAULTS.idempotencyKey("r1", ofHours(1)).idempotencyKey()).isEqualTo(new KeyWish("r1", ofHours(1)));
    }

    @Test
    void a_unique_key_without_a_window_is_taken_while_its_job_is_active() {
        assertThat(DEFAULTS.key("42").key()).isEqualTo(new KeyWish("42", null));
    }

    @Test
    void what_is_not_allowed_is_refused_by_name_and_value() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.after(Duration.ofSeconds(-1)))
                .withMessage("after: PT-1S is negative; allowed is zero or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.priority(10_001))
                .withMessage("priority: 10001 is not from -10000 to 10000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.queue("no blanks"))
                .withMessage("queue: 'no blanks' is not 1 to 200 letters, digits and the signs . _ - : /");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.key(""))
                .withMessage("key: 0 characters; allowed are 1 to 500, without NUL");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.key("a\0b"))
                .withMessageContaining("without NUL");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.key("k", Duration.ZERO))
                .withMessage("window: PT0S is not above zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.idempotencyKey("x".repeat(501)))
                .withMessage("idempotencyKey: 501 characters; allowed are 1 to 500, without NUL");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.tags(
                        IntStream.range(0, 21).mapToObj(Integer::toString).toArray(String[]::new)))
                .withMessage("tags: 21 are more than 20");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.deadline(Duration.ZERO))
                .withMessage("deadline: PT0S is not above zero");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.timeout(Duration.ZERO))
                .withMessage("timeout: PT0S is not above zero");
    }

    @Test
    void text_that_no_database_can_keep_is_refused_at_enqueue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.tags("half \ud800 of a pair"))
                .withMessageContaining("tags: ")
                .withMessageContaining("unpaired surrogate");
    }

    @Test
    @SuppressWarnings("NullAway") // What a caller without the check would do.
    void null_is_refused_by_name() {
        assertThatNullPointerException().isThrownBy(() -> DEFAULTS.key(null)).withMessage("key");
        assertThatNullPointerException().isThrownBy(() -> DEFAULTS.after(null)).withMessage("after");
        assertThatNullPointerException().isThrownBy(() -> DEFAULTS.policy(null)).withMessage("policy");
    }
}
