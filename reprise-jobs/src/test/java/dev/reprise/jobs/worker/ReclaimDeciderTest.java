package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReclaimDeciderTest {
    private static final UUID JOB = UUID.fromString("00000000-0000-0000-0000-000000000001");
    private final ReclaimDecider decider = new ReclaimDecider(Duration.ofHours(24));

    @Test
    void every_sweeper_computes_the_same_delay() {
        assertDelay(1, 0x9559d814L, 5.166804322972894, Duration.ofMillis(5_166));
        assertDelay(2, 0x7c23537aL, 9.93965613283217, Duration.ofMillis(9_939));
        assertDelay(3, 0x71ed8d29L, 19.560247974470258, Duration.ofMillis(19_560));
    }

    private void assertDelay(int attempt, long digits, double seconds, Duration delay) {
        Lapsed lapsed = lapsed(attempt, 10, RetryKind.TRANSIENT, null, false);
        double draw = ReclaimDecider.draw(lapsed);
        assertThat(draw).isEqualTo(digits / 4_294_967_296.0);
        assertThat(5 * (1 << (attempt - 1)) * (0.8 + draw * 0.4)).isCloseTo(seconds, within(1e-9));
        assertThat(decider.decide(lapsed).delay()).isEqualTo(delay);
    }

    @Test
    void the_stored_schedule_decides_and_not_a_live_one() {
        Reclaim reclaim = decider.decide(lapsed(2, 10, RetryKind.TRANSIENT, "attempts=10 steps 15s,1m,5m", false));
        assertThat(reclaim.delay()).isEqualTo(Duration.ofMinutes(1));
        assertThat(reclaim.reason()).isNull();
    }

    // kagkarlsson/db-scheduler#538: an exhausted job vanished.
    @Test
    void the_last_attempt_that_crashes_ends_the_job_as_crashed() {
        Reclaim reclaim = decider.decide(lapsed(3, 3, RetryKind.TRANSIENT, null, false));
        assertThat(reclaim.delay()).isNull();
        assertThat(reclaim.reason()).isEqualTo("ATTEMPTS_EXHAUSTED");
    }

    @Test
    void an_indefinite_job_has_attempts_up_to_the_last_that_a_row_can_hold() {
        assertThat(decider.decide(lapsed(32_766, 3, RetryKind.INDEFINITE, null, false))
                        .delay())
                .isNotNull();
        assertThat(decider.decide(lapsed(32_767, 3, RetryKind.INDEFINITE, null, false))
                        .delay())
                .isNull();
    }

    @Test
    void a_job_that_is_never_retried_has_no_attempt_left() {
        assertThat(decider.decide(lapsed(1, 3, RetryKind.NON_RETRYABLE, null, false))
                        .delay())
                .isNull();
    }

    // sidekiq/sidekiq#4633 and contribsys/faktory#118: a job that kills its process is recovered for ever.
    @Test
    void a_poisonous_job_is_crashed_for_good_though_attempts_are_left() {
        Reclaim reclaim = decider.decide(lapsed(3, 100, RetryKind.INDEFINITE, null, true));
        assertThat(reclaim.delay()).isNull();
        assertThat(reclaim.reason()).isEqualTo("POISON");
    }

    // riverqueue/river#1323: a row that could not be read got the wrong policy.
    @Test
    void a_policy_that_cannot_be_read_ends_that_job_for_its_own_reason() {
        Reclaim reclaim = decider.decide(lapsed(1, 3, RetryKind.TRANSIENT, "attempts=3 zigzag", false));
        assertThat(reclaim.delay()).isNull();
        assertThat(reclaim.reason()).isEqualTo("POLICY_UNREADABLE");
        assertThat(reclaim.explanation()).contains("zigzag");
    }

    @Test
    void a_kind_that_is_not_known_ends_that_job_for_its_own_reason() {
        assertThat(decider.decide(lapsed(1, 3, null, null, false)).reason()).isEqualTo("KIND_UNKNOWN");
    }

    @Test
    void the_floor_is_a_second_unless_the_policy_sets_its_own() {
        assertThat(decider.decide(lapsed(1, 3, RetryKind.TRANSIENT, "none", false))
                        .delay())
                .isEqualTo(Duration.ofSeconds(1));
        String own = RetryPolicy.defaults()
                .backoff("none")
                .minDelay(Duration.ofMillis(20))
                .toString();
        assertThat(decider.decide(lapsed(1, 3, RetryKind.TRANSIENT, own, false)).delay())
                .isEqualTo(Duration.ofMillis(20));
    }

    @Test
    void the_bound_of_the_worker_is_over_the_policy() {
        Reclaim reclaim = new ReclaimDecider(Duration.ofMinutes(1))
                .decide(lapsed(1, 3, RetryKind.TRANSIENT, "bound=2d constant 30h", false));
        assertThat(reclaim.delay()).isEqualTo(Duration.ofMinutes(1));
    }

    // riverqueue/river#698: the curve overflowed at a high attempt.
    @Test
    void a_very_late_attempt_has_the_longest_delay_and_no_overflow() {
        Duration delay = decider.decide(lapsed(32_000, 32_766, RetryKind.TRANSIENT, null, false))
                .delay();
        assertThat(Objects.requireNonNull(delay)).isBetween(Duration.ofMinutes(48), Duration.ofHours(1));
    }

    private static Lapsed lapsed(
            int attempt, int maxAttempts, @Nullable RetryKind kind, @Nullable String policy, boolean isPoison) {
        return new Lapsed(JOB, "t", new UUID(0, 9), attempt, attempt, maxAttempts, kind, policy, isPoison);
    }
}
