package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BackoffSettingsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration NEGATIVE = Duration.ofMillis(-5);
    private static final Backoff EXPONENTIAL = Backoff.exponential(SECOND);

    @Nested
    class BadValues {
        @Test
        void negative_delays_are_refused_by_name() {
            assertRefused(() -> Backoff.exponential(NEGATIVE), "base: PT-0.005S is negative; allowed is zero or more");
            assertRefused(() -> Backoff.linear(NEGATIVE), "base: PT-0.005S is negative; allowed is zero or more");
            assertRefused(() -> Backoff.constant(NEGATIVE), "delay: PT-0.005S is negative; allowed is zero or more");
            assertRefused(
                    () -> Backoff.steps(SECOND, NEGATIVE), "steps: PT-0.005S is negative; allowed is zero or more");
            assertRefused(() -> EXPONENTIAL.max(NEGATIVE), "max: PT-0.005S is negative; allowed is zero or more");
            assertRefused(() -> EXPONENTIAL.free(-1), "free: -1 is negative; allowed is zero or more");
        }

        @Test
        void a_limit_leaves_room_for_some_delay() {
            assertRefused(() -> EXPONENTIAL.limit(Duration.ZERO), "limit: 0s is not above zero");
            assertRefused(() -> EXPONENTIAL.limit(NEGATIVE), "limit: PT-0.005S is not above zero");
            assertThat(EXPONENTIAL.limit(Duration.ofNanos(1)).delayNanos(1)).isEqualTo(1);
        }

        @Test
        void a_factor_is_a_finite_number_from_one_up() {
            assertRefused(() -> EXPONENTIAL.factor(0.99), "factor: 0.99 is not a finite number from 1 up");
            assertRefused(() -> EXPONENTIAL.factor(Double.NaN), "factor: NaN is not a finite number from 1 up");
            assertRefused(
                    () -> EXPONENTIAL.factor(Double.POSITIVE_INFINITY),
                    "factor: Infinity is not a finite number from 1 up");
            assertRefused(() -> EXPONENTIAL.factor(-2), "factor: -2.0 is not a finite number from 1 up");
            assertRefused(() -> Backoff.linear(SECOND).factor(0.5), "factor: 0.5 is not a finite number from 1 up");
        }

        @Test
        void steps_have_at_least_one() {
            assertRefused(Backoff::steps, "steps: empty; allowed is one duration or more");
            assertRefused(() -> Backoff.steps(List.of()), "steps: empty; allowed is one duration or more");
        }

        private static void assertRefused(ThrowingCallable setting, String message) {
            assertThatThrownBy(setting)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(message);
        }
    }

    @Nested
    class Contradictions {
        @Test
        void only_an_exponential_curve_takes_a_factor() {
            for (Backoff schedule :
                    List.of(Backoff.linear(SECOND), Backoff.constant(SECOND), Backoff.steps(SECOND), Backoff.none())) {
                assertThatThrownBy(() -> schedule.factor(2))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageMatching("factor: 2.0 contradicts the curve (linear|constant|steps|none);"
                                + " only exponential has a factor");
            }
        }

        @Test
        void a_ceiling_below_the_base_is_refused_as_durations_not_as_bare_numbers() {
            // smallrye/smallrye-fault-tolerance#225: 500 ms was compared with 10 s as 500 with 10
            assertThatThrownBy(() -> Backoff.exponential(Duration.ofSeconds(10)).max(Duration.ofMillis(500)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("max: 500ms is below base: 10s; allowed is base or more");
            assertThatThrownBy(() -> Backoff.constant(Duration.ofSeconds(10)).max(SECOND))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("max: 1s is below delay: 10s; allowed is delay or more");
            assertThat(Backoff.exponential(Duration.ofMillis(500)).max(SECOND).delay(9))
                    .isEqualTo(SECOND);
            assertThat(EXPONENTIAL.max(SECOND).delay(9)).isEqualTo(SECOND);
        }

        @Test
        void steps_have_no_ceiling() {
            assertThatThrownBy(() -> Backoff.steps(SECOND).max(SECOND))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("max: 1s contradicts the curve steps, whose last step is its ceiling;"
                            + " bound the delay with limit");
        }
    }

    @Nested
    class Nulls {
        @Test
        @SuppressWarnings("NullAway") // passes null on purpose
        void a_null_argument_is_named() {
            assertNamed(() -> Backoff.exponential(null), "base");
            assertNamed(() -> Backoff.linear(null), "base");
            assertNamed(() -> Backoff.constant(null), "delay");
            assertNamed(() -> Backoff.steps((Duration[]) null), "steps");
            assertNamed(() -> Backoff.steps((List<Duration>) null), "steps");
            assertNamed(() -> Backoff.steps(SECOND, null), "step");
            assertNamed(() -> Backoff.parse(null), "text");
            assertNamed(() -> EXPONENTIAL.max(null), "max");
            assertNamed(() -> EXPONENTIAL.limit(null), "limit");
            assertNamed(() -> EXPONENTIAL.jitter(null), "jitter");
            assertNamed(() -> EXPONENTIAL.random(null), "random");
            assertNamed(() -> EXPONENTIAL.delayNanos(1, null), "random");
            assertNamed(() -> EXPONENTIAL.at(1, null), "now");
            assertNamed(() -> EXPONENTIAL.at(1, null, new FixedDraw(0)), "now");
            assertNamed(() -> EXPONENTIAL.at(1, Instant.EPOCH, null), "random");
        }

        private static void assertNamed(ThrowingCallable call, String name) {
            assertThatThrownBy(call).isInstanceOf(NullPointerException.class).hasMessage(name);
        }
    }

    @Nested
    class Values {
        @Test
        void a_changed_copy_leaves_the_original_as_it_was() {
            Backoff original = Backoff.exponential(SECOND);
            assertThat(original.factor(3)).isNotEqualTo(original);
            assertThat(original.max(SECOND)).isNotEqualTo(original);
            assertThat(original.limit(SECOND)).isNotEqualTo(original);
            assertThat(original.jitter(Jitter.full())).isNotEqualTo(original);
            assertThat(original.free(1)).isNotEqualTo(original);
            assertThat(original).isEqualTo(Backoff.exponential(SECOND)).hasToString("exponential base=1s");
        }

        @Test
        void the_order_of_the_settings_does_not_matter() {
            Backoff one = EXPONENTIAL
                    .max(Duration.ofHours(1))
                    .factor(3)
                    .limit(SECOND)
                    .free(2)
                    .jitter(Jitter.equal());
            Backoff other = EXPONENTIAL
                    .jitter(Jitter.equal())
                    .free(2)
                    .limit(SECOND)
                    .factor(3)
                    .max(Duration.ofHours(1));
            assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
            assertThat(one.hashCode()).isNotEqualTo(EXPONENTIAL.hashCode());
        }

        @Test
        void the_random_does_not_count_in_equality_and_survives_every_change() {
            Backoff schedule = EXPONENTIAL.jitter(Jitter.full()).random(new FixedDraw(0.5));
            assertThat(schedule).isEqualTo(EXPONENTIAL.jitter(Jitter.full())).isNotEqualTo(EXPONENTIAL);
            assertThat(schedule.factor(4).free(1).delay(3)).isEqualTo(Duration.ofSeconds(2));
        }

        @Test
        void curves_with_the_same_delays_are_still_different_schedules() {
            assertThat(Backoff.constant(SECOND))
                    .isNotEqualTo(Backoff.steps(SECOND))
                    .isNotEqualTo("constant 1s");
            assertThat(Backoff.none()).isNotEqualTo(Backoff.constant(Duration.ZERO));
        }

        @Test
        void jitters_are_equal_by_kind_and_size() {
            assertThat(Jitter.ratio(0.2)).isEqualTo(Jitter.ratio(0.2)).hasSameHashCodeAs(Jitter.ratio(0.2));
            assertThat(Jitter.ratio(0.2).hashCode())
                    .isNotEqualTo(Jitter.ratio(0.3).hashCode());
            assertThat(Jitter.ratio(0.2)).isNotEqualTo(Jitter.ratio(0.3)).isNotEqualTo(Jitter.full());
            assertThat(Jitter.additive(SECOND))
                    .isEqualTo(Jitter.additive(SECOND))
                    .isNotEqualTo(Jitter.additive(Duration.ZERO))
                    .isNotEqualTo("+1s");
            assertThat(Jitter.ratio(0)).isEqualTo(Jitter.none());
            assertThat(Jitter.full()).isNotEqualTo(Jitter.equal());
        }

        @Test
        void a_list_of_steps_is_copied() {
            List<Duration> steps = new ArrayList<>(List.of(SECOND));
            Backoff schedule = Backoff.steps(steps);
            steps.set(0, Duration.ZERO);
            assertThat(schedule.delay(1)).isEqualTo(SECOND);
            assertThat(schedule).hasToString("steps 1s");
        }
    }
}
