package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BackoffCurveTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);
    private static final int[] TREACHEROUS = {
        31,
        32,
        33,
        34,
        35,
        62,
        63,
        64,
        65,
        66,
        67,
        127,
        128,
        1023,
        1024,
        1025,
        1026,
        Integer.MAX_VALUE - 1,
        Integer.MAX_VALUE
    };

    @Nested
    class Exponential {
        @Test
        void the_first_delay_is_the_base_and_each_next_one_the_factor_times_the_last() {
            // elennick/retry4j#36: the first wait was 0, the curve one step late
            assertThat(Backoff.exponential(SECOND).delay(1)).isEqualTo(SECOND);
            assertThat(Backoff.exponential(SECOND).factor(10).delay(4)).isEqualTo(Duration.ofSeconds(1000));
        }

        @Test
        void a_power_that_overflows_gives_the_longest_delay_not_a_negative_or_a_restarted_one() {
            // aws/aws-sdk-java#874, thomhurst/Dekaf#3068: the shift overflowed, or wrapped at attempt 65
            for (int failures : TREACHEROUS) {
                // 2^33 s fit into 292 years, 2^34 s do not
                Duration expected = failures <= 34 ? Duration.ofSeconds(1L << (failures - 1)) : LONGEST;
                assertThat(Backoff.exponential(SECOND).delay(failures))
                        .as("failures %s", failures)
                        .isEqualTo(expected);
            }
        }

        @Test
        void a_power_that_overflows_gives_the_ceiling_if_there_is_one() {
            // App-vNext/Polly#1866: the overflow ignored the maximum; reactor/reactor-addons#164: it threw
            for (int failures : TREACHEROUS) {
                for (double factor : new double[] {1.5, 2, 3, 1e300, Double.MAX_VALUE}) {
                    Backoff schedule =
                            Backoff.exponential(SECOND).factor(factor).max(Duration.ofHours(6));
                    assertThat(schedule.delay(failures))
                            .as("%s after %s", schedule, failures)
                            .isEqualTo(Duration.ofHours(6));
                }
            }
        }

        @Test
        void a_base_of_zero_stays_zero_where_the_power_is_infinite() {
            // jd/tenacity#710: zero times infinity became the maximum
            for (int failures : TREACHEROUS) {
                for (double factor : new double[] {1, 1.5, 2, Double.MAX_VALUE}) {
                    Backoff schedule = Backoff.exponential(Duration.ZERO).factor(factor);
                    assertThat(schedule.delayNanos(failures)).isZero();
                    assertThat(schedule.max(SECOND).delayNanos(failures)).isZero();
                    assertThat(schedule.jitter(Jitter.full()).delayNanos(failures))
                            .isZero();
                    assertThat(schedule.jitter(Jitter.ratio(0.5)).delayNanos(failures))
                            .isZero();
                    assertThat(schedule.jitter(Jitter.equal()).limit(SECOND).delayNanos(failures))
                            .isZero();
                }
            }
        }

        @Test
        void a_base_of_one_nanosecond_is_doubled_exactly_until_the_range_ends() {
            Backoff schedule = Backoff.exponential(Duration.ofNanos(1));
            for (int failures = 1; failures <= 63; failures++) {
                assertThat(schedule.delayNanos(failures)).isEqualTo(1L << (failures - 1));
            }
            assertThat(schedule.delayNanos(64)).isEqualTo(Long.MAX_VALUE);
            assertThat(schedule.delayNanos(65)).isEqualTo(Long.MAX_VALUE);
        }

        @Test
        void a_base_longer_than_the_range_is_the_longest_delay_from_the_start() {
            // aws/aws-sdk-java-v2#1453: a base of days overflowed an int of milliseconds
            assertThat(Backoff.exponential(Duration.ofDays(5)).delay(3)).isEqualTo(Duration.ofDays(20));
            assertThat(Backoff.exponential(ENDLESS).delay(1)).isEqualTo(LONGEST);
            assertThat(Backoff.exponential(ENDLESS).max(ENDLESS).delay(7)).isEqualTo(LONGEST);
            assertThat(Backoff.exponential(ENDLESS).factor(1.5).delay(7)).isEqualTo(LONGEST);
            assertThat(Backoff.exponential(SECOND).max(ENDLESS).delay(99)).isEqualTo(LONGEST);
            assertThat(Backoff.exponential(ENDLESS).limit(SECOND).delay(1)).isEqualTo(SECOND);
        }

        @Test
        void a_factor_of_one_is_legal_and_constant() {
            // resilience4j/resilience4j#2110: it was refused
            Backoff schedule = Backoff.exponential(SECOND).factor(1);
            assertThat(List.of(schedule.delay(1), schedule.delay(2), schedule.delay(Integer.MAX_VALUE)))
                    .containsOnly(SECOND);
        }

        @Test
        void a_whole_factor_is_exact_to_the_nanosecond_where_doubles_are_not() {
            Duration odd = Duration.ofNanos(9_007_199_254_740_993L);
            assertThat(Backoff.exponential(odd).delayNanos(1)).isEqualTo(9_007_199_254_740_993L);
            assertThat(Backoff.exponential(odd).factor(3).delayNanos(2)).isEqualTo(27_021_597_764_222_979L);
        }

        @Test
        void a_broken_factor_keeps_the_nanoseconds_of_its_double() {
            Backoff schedule = Backoff.exponential(SECOND).factor(1.5);
            assertThat(schedule.delayNanos(1)).isEqualTo(1_000_000_000);
            assertThat(schedule.delayNanos(2)).isEqualTo(1_500_000_000);
            assertThat(schedule.delayNanos(5)).isEqualTo(5_062_500_000L);
            assertThat(schedule.max(Duration.ofNanos(4_000_000_001L)).delayNanos(5))
                    .isEqualTo(4_000_000_001L);
            Duration odd = Duration.ofNanos(9_007_199_254_740_993L);
            assertThat(schedule.max(odd).delayNanos(500))
                    .as("no double holds it")
                    .isEqualTo(odd.toNanos());
            assertThat(Backoff.exponential(Duration.ofNanos(1)).factor(1.5).delayNanos(4))
                    .as("3.375 ns")
                    .isEqualTo(3);
        }

        @Test
        void a_factor_so_small_that_no_table_holds_its_curve_still_follows_the_power() {
            Backoff schedule = Backoff.exponential(SECOND).factor(1.005).max(Duration.ofHours(1));
            for (int failures : new int[] {2, 63, 64, 65, 100, 1022, 1023, 1024, 1025, 1026, 1642}) {
                assertThat(schedule.delayNanos(failures))
                        .as("failures %s", failures)
                        .isEqualTo(Math.round(1000 * StrictMath.pow(1.005, failures - 1) * 1e6));
            }
            assertThat(schedule.delay(1642)).isLessThan(Duration.ofHours(1));
            assertThat(schedule.delay(1643)).isEqualTo(Duration.ofHours(1));
            assertThat(schedule.delay(Integer.MAX_VALUE)).isEqualTo(Duration.ofHours(1));
        }

        @Test
        void a_factor_that_never_reaches_the_range_s_end_is_followed_to_the_last_failure() {
            double factor = Math.nextUp(1.0);
            Backoff schedule = Backoff.exponential(Duration.ofDays(10_000)).factor(factor);
            assertThat(schedule.delayNanos(Integer.MAX_VALUE))
                    .isEqualTo(Math.round(864_000_000_000.0 * StrictMath.pow(factor, Integer.MAX_VALUE - 1) * 1e6))
                    .isGreaterThan(schedule.delayNanos(1));
        }
    }

    @Nested
    class Linear {
        @Test
        void the_base_is_added_each_time_and_saturates() {
            Backoff schedule = Backoff.linear(Duration.ofMinutes(1));
            assertThat(schedule.delay(1_000)).isEqualTo(Duration.ofMinutes(1_000));
            assertThat(schedule.delay(100_000_000)).isEqualTo(Duration.ofMinutes(100_000_000));
            assertThat(schedule.delay(Integer.MAX_VALUE)).isEqualTo(LONGEST);
            assertThat(Backoff.linear(Duration.ofNanos(1)).delayNanos(Integer.MAX_VALUE))
                    .isEqualTo(Integer.MAX_VALUE);
            assertThat(Backoff.linear(ENDLESS).delay(2)).isEqualTo(LONGEST);
            assertThat(Backoff.linear(Duration.ZERO).delay(Integer.MAX_VALUE)).isZero();
        }

        @Test
        void the_product_saturates_at_its_first_step_out_of_the_range() {
            long base = Long.MAX_VALUE / 5;
            assertThat(Backoff.linear(Duration.ofNanos(base)).delayNanos(5)).isEqualTo(base * 5);
            assertThat(Backoff.linear(Duration.ofNanos(base)).delayNanos(6)).isEqualTo(Long.MAX_VALUE);
            assertThat(Backoff.linear(Duration.ofNanos(base)).delayNanos(100)).isEqualTo(Long.MAX_VALUE);
        }

        @Test
        void the_ceiling_holds_beyond_any_table() {
            Backoff schedule = Backoff.linear(SECOND).max(Duration.ofMillis(500_500));
            assertThat(schedule.delay(500)).isEqualTo(Duration.ofSeconds(500));
            assertThat(schedule.delay(501)).isEqualTo(Duration.ofMillis(500_500));
        }

        @Test
        void jitter_lies_around_the_product_beyond_any_table() {
            Backoff schedule = Backoff.linear(SECOND).jitter(Jitter.ratio(0.1));
            assertThat(schedule.delay(1_000_000, new FixedDraw(0))).isEqualTo(Duration.ofHours(250));
            assertThat(schedule.delay(1_000_000, new FixedDraw(0.5))).isEqualTo(Duration.ofSeconds(1_000_000));
        }
    }

    @Nested
    class ConstantStepsAndNone {
        @Test
        void the_last_step_is_repeated() {
            Backoff schedule = Backoff.steps(SECOND, Duration.ZERO, Duration.ofNanos(3));
            assertThat(schedule.delay(1)).isEqualTo(SECOND);
            assertThat(schedule.delay(2)).isZero();
            assertThat(schedule.delayNanos(3)).isEqualTo(3);
            assertThat(schedule.delayNanos(Integer.MAX_VALUE)).isEqualTo(3);
            assertThat(schedule.stepCount()).hasValue(3);
            assertThat(Backoff.constant(SECOND).stepCount()).isEmpty();
        }

        @Test
        void a_list_longer_than_a_curve_s_table_is_kept_whole() {
            Backoff schedule = Backoff.steps(
                    IntStream.rangeClosed(1, 200).mapToObj(Duration::ofSeconds).toList());
            for (int failures = 1; failures <= 200; failures++) {
                assertThat(schedule.delay(failures)).isEqualTo(Duration.ofSeconds(failures));
            }
            assertThat(schedule.delay(201)).isEqualTo(Duration.ofSeconds(200));
        }

        @Test
        void none_and_a_constant_of_zero_never_wait() {
            assertThat(Backoff.none().delayNanos(1)).isZero();
            assertThat(Backoff.none().delayNanos(Integer.MAX_VALUE)).isZero();
            assertThat(Backoff.constant(Duration.ZERO).delayNanos(5)).isZero();
            assertThat(Backoff.constant(ENDLESS).delay(5)).isEqualTo(LONGEST);
        }

        @Test
        void a_delay_without_jitter_keeps_every_nanosecond() {
            assertThat(Backoff.constant(Duration.ofNanos(1_500_001)).delayNanos(1))
                    .isEqualTo(1_500_001);
            assertThat(Backoff.constant(Duration.ofNanos(15_500_001)).delayNanos(1))
                    .isEqualTo(15_500_001);
        }
    }

    @Nested
    class Free {
        @Test
        void free_failures_cost_nothing_and_the_curve_starts_after_them() {
            Backoff schedule = Backoff.exponential(SECOND).free(2);
            assertThat(schedule.delay(2)).isZero();
            assertThat(schedule.delay(3)).isEqualTo(SECOND);
            assertThat(schedule.delay(4)).isEqualTo(Duration.ofSeconds(2));
            assertThat(schedule.longestDelay(2)).isZero();
            assertThat(schedule.longestDelay(4)).isEqualTo(Duration.ofSeconds(2));
            assertThat(schedule.jitter(Jitter.ratio(0.5)).longestDelay(4)).isEqualTo(Duration.ofSeconds(3));
        }

        @Test
        void the_difference_of_failures_and_free_does_not_wrap() {
            Backoff schedule = Backoff.exponential(SECOND).free(Integer.MAX_VALUE);
            assertThat(schedule.delay(Integer.MAX_VALUE)).isZero();
            assertThat(schedule.delay(Integer.MIN_VALUE)).isZero();
            assertThat(schedule.longestDelay(Integer.MIN_VALUE)).isZero();
            assertThat(Backoff.exponential(SECOND).free(Integer.MAX_VALUE - 1).delay(Integer.MAX_VALUE))
                    .isEqualTo(SECOND);
        }

        @Test
        void a_free_failure_draws_nothing() {
            FixedDraw random = new FixedDraw(0.5);
            Backoff schedule = Backoff.exponential(SECOND).jitter(Jitter.full()).free(3);
            assertThat(schedule.delayNanos(3, random)).isZero();
            assertThat(schedule.random(random).delayNanos(0)).isZero();
            assertThat(schedule.random(random).delayNanos(-5)).isZero();
            assertThat(random.draws()).isZero();
            assertThat(schedule.delayNanos(4, random)).isEqualTo(500_000_000);
            assertThat(random.draws()).isEqualTo(1);
        }
    }

    @Nested
    class At {
        private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

        @Test
        void the_delay_is_added_to_the_given_instant() {
            Backoff schedule = Backoff.exponential(SECOND).jitter(Jitter.ratio(0.5));
            assertThat(Backoff.exponential(SECOND).at(3, NOW)).isEqualTo(NOW.plusSeconds(4));
            assertThat(schedule.at(3, NOW, new FixedDraw(0))).isEqualTo(NOW.plusSeconds(2));
            assertThat(schedule.random(new FixedDraw(0)).at(3, NOW)).isEqualTo(NOW.plusSeconds(2));
            assertThat(Backoff.none().at(0, NOW)).isEqualTo(NOW);
        }

        @Test
        void an_instant_past_the_last_one_is_the_last_one() {
            assertThat(Backoff.constant(SECOND).at(1, Instant.MAX)).isEqualTo(Instant.MAX);
            assertThat(Backoff.constant(SECOND).at(1, Instant.MAX.minusMillis(500)))
                    .isEqualTo(Instant.MAX);
            assertThat(Backoff.constant(ENDLESS).at(1, Instant.MIN)).isEqualTo(Instant.MIN.plusNanos(Long.MAX_VALUE));
        }
    }
}
