package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
    private final RetryPolicy defaults = RetryPolicy.defaults();

    @Test
    void the_defaults_are_the_documented_ones() {
        assertThat(defaults.kind()).isEqualTo(RetryKind.TRANSIENT);
        assertThat(defaults.maxAttempts()).isEqualTo(3);
        assertThat(defaults.maxRetries()).isEqualTo(2);
        assertThat(defaults.retryOn()).isEqualTo(List.of(Exception.class));
        assertThat(defaults.neverOn()).isEmpty();
        assertThat(defaults.timeBudget()).isNull();
        assertThat(defaults.backoff()).isEqualTo(Backoff.parse("exponential base=5s limit=1h jitter=20%"));
        assertThat(defaults.minDelay()).isNull();
        assertThat(defaults.maxDelay()).isEqualTo(Duration.ofHours(24));
        assertThat(defaults.hintMode()).isEqualTo(HintMode.AT_LEAST);
        assertThat(defaults.hintSpread()).isZero();
    }

    @Test
    void a_changed_copy_leaves_the_original_alone() {
        RetryPolicy changed = defaults.maxAttempts(7).timeBudget(Duration.ofMinutes(1));

        assertThat(changed.maxAttempts()).isEqualTo(7);
        assertThat(defaults).isEqualTo(RetryPolicy.defaults()).isNotEqualTo(changed);
    }

    @Test
    void policies_with_the_same_settings_are_equal_whichever_name_set_them() {
        assertThat(RetryPolicy.attempts(5))
                .isEqualTo(defaults.maxRetries(4))
                .hasSameHashCodeAs(defaults.maxRetries(4))
                .isNotEqualTo(RetryPolicy.attempts(4))
                .isNotEqualTo(RetryPolicy.attempts(5).neverOn(IOException.class));
    }

    @Test
    void the_last_list_of_types_replaces_the_earlier_one() {
        RetryPolicy policy = defaults.retryOn(IOException.class).retryOn(TimeoutException.class);

        assertThat(policy.retryOn()).isEqualTo(List.of(TimeoutException.class));
    }

    @Test
    void types_may_come_as_a_list() {
        List<Class<? extends Throwable>> types = List.of(IOException.class, TimeoutException.class);

        assertThat(defaults.neverOn(types)).isEqualTo(defaults.neverOn(IOException.class, TimeoutException.class));
        assertThat(defaults.neverOn(types).neverOn(List.of())).isEqualTo(defaults);
        assertThat(defaults.retryOn(types)).isEqualTo(defaults.retryOn(IOException.class, TimeoutException.class));
    }

    @Nested
    class Attempts {
        // Public reports: resilience4j/resilience4j#1320, spring-framework #35772.
        @Test
        void attempts_count_the_first_and_retries_do_not() {
            assertThat(RetryPolicy.attempts(3).maxRetries()).isEqualTo(2);
            assertThat(defaults.maxRetries(3).maxAttempts()).isEqualTo(4);
        }

        // Public report: resilience4j/resilience4j#1404, two settings for one thing.
        @Test
        void setting_both_names_is_refused_with_both_names() {
            assertThatThrownBy(() -> RetryPolicy.attempts(3).maxRetries(2))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("maxAttempts")
                    .hasMessageContaining("maxRetries");
            assertThatThrownBy(() -> defaults.maxRetries(2).maxAttempts(3)).isInstanceOf(IllegalStateException.class);
        }

        @Test
        void one_name_may_be_set_again() {
            assertThat(RetryPolicy.attempts(3).maxAttempts(9).maxAttempts()).isEqualTo(9);
        }

        @Test
        void both_ends_of_the_range_are_allowed_and_no_more() {
            assertThat(RetryPolicy.attempts(1).maxRetries()).isZero();
            assertThat(RetryPolicy.attempts(32_766).maxAttempts()).isEqualTo(32_766);
            assertThat(defaults.maxRetries(0).maxAttempts()).isEqualTo(1);
            assertThat(defaults.maxRetries(32_765).maxAttempts()).isEqualTo(32_766);
            assertThatThrownBy(() -> RetryPolicy.attempts(0))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("maxAttempts: 0 is not from 1 to 32766");
            assertThatThrownBy(() -> RetryPolicy.attempts(32_767)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> defaults.maxRetries(-1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("maxRetries: -1 is not from 0 to 32765");
            assertThatThrownBy(() -> defaults.maxRetries(Integer.MAX_VALUE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("maxRetries: 2147483647 is not from 0 to 32765");
        }
    }

    @Nested
    class Refusals {
        @Test
        void a_floor_above_the_bound_contradicts_it() {
            assertThatThrownBy(() -> defaults.maxDelay(Duration.ofSeconds(1)).minDelay(Duration.ofMillis(1_001)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("minDelay: 1s1ms is above maxDelay: 1s");
            assertThat(defaults.maxDelay(Duration.ofSeconds(1))
                            .minDelay(Duration.ofSeconds(1))
                            .minDelay())
                    .isEqualTo(Duration.ofSeconds(1));
        }

        @Test
        void a_floor_above_the_default_bound_says_that_it_is_the_default() {
            assertThatThrownBy(() -> defaults.minDelay(Duration.ofDays(2)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("minDelay: 2d is above maxDelay: 1d, the default; set maxDelay first");
            assertThat(defaults.maxDelay(Duration.ofDays(3))
                            .minDelay(Duration.ofDays(2))
                            .minDelay())
                    .isEqualTo(Duration.ofDays(2));
        }

        // Public report: smallrye-fault-tolerance #225, 500 ms compared with 10 s as bare numbers.
        @Test
        void durations_are_compared_and_not_their_numbers() {
            assertThat(defaults.maxDelay(Duration.ofSeconds(10))
                            .minDelay(Duration.ofMillis(500))
                            .minDelay())
                    .isEqualTo(Duration.ofMillis(500));
        }

        @Test
        void a_spread_contradicts_exact_hints() {
            assertThatThrownBy(() -> defaults.hintSpread(0.1).hintMode(HintMode.EXACT))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("hintSpread")
                    .hasMessageContaining("hintMode");
        }

        @Test
        void durations_out_of_range_are_refused_by_name() {
            assertThatThrownBy(() -> defaults.timeBudget(Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("timeBudget: ");
            assertThatThrownBy(() -> defaults.maxDelay(Duration.ZERO))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("maxDelay: ");
            assertThatThrownBy(() -> defaults.minDelay(Duration.ofNanos(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("minDelay: ");
        }

        @Test
        void a_spread_outside_its_range_is_refused() {
            for (double bad : new double[] {-0.01, 1.01, Double.NaN}) {
                assertThatThrownBy(() -> defaults.hintSpread(bad))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("hintSpread: ");
            }
        }

        @Test
        void a_type_that_always_passes_through_cannot_be_retried() {
            assertThatThrownBy(() -> defaults.retryOn(InterruptedException.class))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("java.lang.InterruptedException");
            assertThatThrownBy(() -> defaults.retryOn(CancellationException.class))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> defaults.retryOn(ClosedByInterruptException.class))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> defaults.retryOn(OutOfMemoryError.class))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        @SuppressWarnings("NullAway")
        void null_is_refused_by_name() {
            assertThatThrownBy(() -> defaults.kind(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("kind");
            assertThatThrownBy(() -> defaults.backoff((Backoff) null)).hasMessage("backoff");
            assertThatThrownBy(() -> defaults.timeBudget(null)).hasMessage("timeBudget");
        }
    }

    @Nested
    class FloorOfAPlace {
        @Test
        void it_applies_only_if_the_policy_has_none() {
            assertThat(defaults.minDelayIfUnset(Duration.ofSeconds(1)).minDelay())
                    .isEqualTo(Duration.ofSeconds(1));
            assertThat(defaults.minDelay(Duration.ZERO)
                            .minDelayIfUnset(Duration.ofSeconds(1))
                            .minDelay())
                    .isEqualTo(Duration.ZERO);
        }

        @Test
        void it_yields_to_the_bound() {
            RetryPolicy quick = defaults.maxDelay(Duration.ofMillis(200));

            assertThat(quick.minDelayIfUnset(Duration.ofSeconds(1)).minDelay()).isEqualTo(Duration.ofMillis(200));
        }
    }
}
