package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Jitter without a limit. */
class BackoffJitterTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration ENDLESS = Duration.ofSeconds(Long.MAX_VALUE);

    @Nested
    class Bands {
        @Test
        void a_ratio_spreads_to_both_sides() {
            // spring-attic/spring-retry#126: it only ever made the delay longer
            assertBand(Backoff.constant(SECOND).jitter(Jitter.ratio(0.2)), 800, 1200);
            assertBand(Backoff.constant(SECOND).jitter(Jitter.ratio(1)), 0, 2000);
        }

        @Test
        void full_jitter_reaches_from_nothing_to_the_delay() {
            assertBand(Backoff.constant(SECOND).jitter(Jitter.full()), 0, 1000);
        }

        // Public report: microprofile/microprofile-fault-tolerance#312: half of the jitter of no delay was negative.
        @Test
        void a_ratio_of_no_delay_is_no_delay() {
            for (double draw : new double[] {0, 0.25, 0.5, Math.nextDown(1.0)}) {
                for (String limit : new String[] {"", " limit=1s"}) {
                    Backoff schedule = Backoff.parse("constant 0s jitter=100%" + limit);

                    assertThat(schedule.delayNanos(1, draw)).isZero();
                }
            }
        }

        @Test
        void a_draw_that_was_made_before_gives_the_same_delay() {
            for (String text :
                    new String[] {"constant 10s jitter=20%", "constant 10s", "constant 10s jitter=full free=2"}) {
                Backoff schedule = Backoff.parse(text);
                double draw = ReplayRandom.of("before").nextDouble();

                assertThat(schedule.delayNanos(2, draw)).isEqualTo(schedule.delayNanos(2, ReplayRandom.of("before")));
                assertThat(schedule.draws(2)).isEqualTo(text.equals("constant 10s jitter=20%"));
            }
        }

        @Test
        void equal_jitter_keeps_half_of_the_delay() {
            // jd/tenacity#487: the lower bound was ignored
            assertBand(Backoff.constant(SECOND).jitter(Jitter.equal()), 500, 1000);
        }

        @Test
        void additive_jitter_never_shortens_the_delay() {
            assertBand(Backoff.constant(SECOND).jitter(Jitter.additive(Duration.ofMillis(250))), 1000, 1250);
        }

        @Test
        void additive_jitter_spreads_a_schedule_that_does_not_wait() {
            assertBand(Backoff.none().jitter(Jitter.additive(SECOND)), 0, 1000);
        }

        @Test
        void jitter_does_not_vanish_at_the_ceiling_but_lies_around_it() {
            Backoff schedule =
                    Backoff.exponential(SECOND).max(Duration.ofHours(6)).jitter(Jitter.ratio(0.2));
            for (int failures : List.of(100, 1_000_000, Integer.MAX_VALUE)) {
                assertThat(schedule.delay(failures, new FixedDraw(FixedDraw.LEAST)))
                        .isEqualTo(Duration.ofMinutes(4 * 60 + 48));
                assertThat(schedule.delay(failures, new FixedDraw(FixedDraw.GREATEST)))
                        .isEqualTo(Duration.ofMinutes(7 * 60 + 12));
            }
        }

        @Test
        void a_ratio_scales_the_drawn_part_last() {
            // The order of operations is part of the promise: another one differs in the last bit, and then in a tie.
            SplittableRandom random = new SplittableRandom(7);
            Backoff schedule = Backoff.exponential(SECOND).factor(1.37).jitter(Jitter.ratio(0.3));
            for (int i = 0; i < 1_000; i++) {
                double u = random.nextDouble();
                int failures = random.nextInt(1, 90);
                double pre = Math.min(1000 * StrictMath.pow(1.37, failures - 1), Long.MAX_VALUE / 1e6);
                double ms = pre * ((1 - 0.3) + u * ((1 + 0.3) - (1 - 0.3)));
                assertThat(schedule.delayNanos(failures, new FixedDraw(u)))
                        .as("u %s, failures %s", u, failures)
                        .isEqualTo(ms > 9_223_372_036_854L ? Long.MAX_VALUE : Math.round(ms) * 1_000_000);
            }
        }

        private static void assertBand(Backoff schedule, long low, long high) {
            assertThat(schedule.delay(1, new FixedDraw(FixedDraw.LEAST))).isEqualTo(Duration.ofMillis(low));
            assertThat(schedule.delay(1, new FixedDraw(0.5))).isEqualTo(Duration.ofMillis((low + high) / 2));
            assertThat(schedule.delay(1, new FixedDraw(FixedDraw.GREATEST))).isEqualTo(Duration.ofMillis(high));
            assertThat(schedule.longestDelay(1)).isEqualTo(Duration.ofMillis(high));
        }
    }

    @Nested
    class Draws {
        @Test
        void each_delay_takes_exactly_one_draw() {
            for (Jitter jitter :
                    List.of(Jitter.ratio(0.1), Jitter.full(), Jitter.equal(), Jitter.additive(Duration.ofMillis(1)))) {
                FixedDraw random = new FixedDraw(0.5);
                Backoff schedule = Backoff.exponential(SECOND).jitter(jitter);
                schedule.delayNanos(1, random);
                schedule.limit(SECOND).delay(70, random);
                schedule.random(random).delayNanos(Integer.MAX_VALUE);
                assertThat(random.draws()).as("%s", jitter).isEqualTo(3);
            }
        }

        @Test
        void no_jitter_and_a_ratio_of_zero_draw_nothing() {
            FixedDraw random = new FixedDraw(0.5);
            Backoff schedule = Backoff.exponential(SECOND).jitter(Jitter.ratio(0));
            assertThat(schedule.delay(2, random)).isEqualTo(Duration.ofSeconds(2));
            assertThat(schedule.random(random).delay(2)).isEqualTo(Duration.ofSeconds(2));
            assertThat(schedule.isJittered()).isFalse();
            assertThat(random.draws()).isZero();
        }

        @Test
        void asking_what_is_longest_or_for_an_explanation_draws_nothing() {
            FixedDraw random = new FixedDraw(0.5);
            Backoff schedule = Backoff.exponential(SECOND).jitter(Jitter.full()).random(random);
            schedule.longestDelay(3);
            schedule.explain(3);
            assertThat(schedule.toString()).isNotEmpty();
            assertThat(random.draws()).isZero();
        }

        @Test
        void the_generator_of_the_call_wins_over_that_of_the_schedule() {
            Backoff schedule = Backoff.constant(SECOND).jitter(Jitter.full()).random(new FixedDraw(0));
            assertThat(schedule.delay(1)).isZero();
            assertThat(schedule.delay(1, new FixedDraw(0.25))).isEqualTo(Duration.ofMillis(250));
        }

        @Test
        void without_a_generator_the_thread_draws() {
            Backoff schedule = Backoff.constant(SECOND).jitter(Jitter.full());
            assertThat(Stream.generate(() -> schedule.delayNanos(1))
                            .limit(100)
                            .distinct()
                            .count())
                    .isGreaterThan(20);
        }
    }

    @Nested
    class Rounding {
        @Test
        void drawn_delays_are_rounded_to_the_nearest_millisecond_ties_up() {
            Backoff schedule = Backoff.constant(Duration.ofMillis(10)).jitter(Jitter.full());
            assertThat(schedule.delay(1, new FixedDraw(0.0499))).isEqualTo(Duration.ofMillis(0));
            assertThat(schedule.delay(1, new FixedDraw(0.05))).isEqualTo(Duration.ofMillis(1));
            double justBelow = Math.nextDown(0.5) / 16;
            assertThat(Backoff.constant(Duration.ofMillis(16))
                            .jitter(Jitter.full())
                            .delay(1, new FixedDraw(justBelow)))
                    .as("a half added to the number just below a half makes one")
                    .isZero();
            assertThat(schedule.delay(1, new FixedDraw(0.125))).isEqualTo(Duration.ofMillis(1));
            assertThat(schedule.delay(1, new FixedDraw(0.25))).isEqualTo(Duration.ofMillis(3));
        }

        @Test
        void below_ten_milliseconds_the_nanoseconds_are_kept() {
            Backoff schedule = Backoff.constant(Duration.ofNanos(9_999_999)).jitter(Jitter.full());
            assertThat(schedule.delayNanos(1, new FixedDraw(0.25))).isEqualTo(2_500_000);
            assertThat(schedule.delayNanos(1, new FixedDraw(0.5))).isEqualTo(5_000_000);
        }

        @Test
        void a_base_of_microseconds_is_not_rounded_to_nothing() {
            Backoff schedule = Backoff.exponential(Duration.ofNanos(50_000)).jitter(Jitter.ratio(0.2));
            assertThat(schedule.delayNanos(1, new FixedDraw(0))).isEqualTo(40_000);
            assertThat(schedule.delayNanos(1, new FixedDraw(0.5))).isEqualTo(50_000);
        }

        @Test
        void a_base_of_one_nanosecond_never_becomes_nothing_if_its_band_does_not_reach_there() {
            Backoff ratio = Backoff.constant(Duration.ofNanos(1)).jitter(Jitter.ratio(0.9));
            assertThat(ratio.delayNanos(1, new FixedDraw(0))).isEqualTo(1);
            assertThat(ratio.limit(SECOND).delayNanos(1, new FixedDraw(0))).isEqualTo(1);
            assertThat(Backoff.constant(Duration.ofNanos(1))
                            .jitter(Jitter.full())
                            .delayNanos(1, new FixedDraw(0)))
                    .isZero();
        }

        @Test
        void the_fine_grain_goes_by_the_delay_not_by_the_draw() {
            Backoff schedule = Backoff.exponential(Duration.ofMillis(8)).jitter(Jitter.full());
            assertThat(schedule.delayNanos(1, new FixedDraw(0.2001))).isEqualTo(1_600_800);
            assertThat(schedule.delayNanos(2, new FixedDraw(0.1001))).isEqualTo(2_000_000);
        }
    }

    @Nested
    class Saturation {
        @Test
        void a_band_over_the_range_s_end_stops_there() {
            // reactor/reactor-addons#139, #282: the bounds of the jitter overflowed
            for (Jitter jitter : List.of(Jitter.ratio(1), Jitter.additive(ENDLESS))) {
                Backoff schedule = Backoff.constant(ENDLESS).jitter(jitter);
                assertThat(schedule.delayNanos(1, new FixedDraw(FixedDraw.GREATEST)))
                        .isEqualTo(Long.MAX_VALUE);
                assertThat(schedule.longestDelay(1)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
            }
        }

        @Test
        void an_endless_addition_to_a_tiny_delay_does_not_wrap() {
            for (Duration delay : List.of(Duration.ZERO, Duration.ofNanos(9_999_999), Duration.ofMillis(10))) {
                Backoff schedule = Backoff.constant(delay).jitter(Jitter.additive(ENDLESS));
                assertThat(schedule.delayNanos(1, new FixedDraw(FixedDraw.GREATEST)))
                        .isGreaterThan(Long.MAX_VALUE - 2_000_000);
                assertThat(schedule.longestDelay(1)).isGreaterThan(Duration.ofNanos(Long.MAX_VALUE - 2_000_000));
            }
        }

        @Test
        void an_endless_curve_with_full_jitter_stays_in_the_range() {
            Backoff schedule = Backoff.exponential(SECOND).jitter(Jitter.full());
            for (double u : new double[] {0, 0.5, FixedDraw.GREATEST}) {
                assertThat(schedule.delayNanos(1_000, new FixedDraw(u))).isNotNegative();
            }
        }
    }

    @Nested
    class Refusals {
        @Test
        @SuppressWarnings("NullAway") // passes null on purpose
        void negative_and_impossible_jitter_is_refused_when_made() {
            // failsafe-lib/failsafe#115: jitter above the delay gave a negative sleep, at random
            assertThatThrownBy(() -> Jitter.ratio(-0.1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("jitter: -0.1 is not a ratio from 0 to 1 (0% to 100%)");
            assertThatThrownBy(() -> Jitter.ratio(Math.nextUp(1.0))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Jitter.ratio(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Jitter.additive(Duration.ofMillis(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("jitter: +PT-0.001S is negative; allowed is zero or more");
            assertThatThrownBy(() -> Jitter.additive(null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("extra");
        }
    }
}
