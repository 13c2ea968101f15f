package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffLimitTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void a_limit_bounds_a_delay_without_jitter() {
        assertThat(Backoff.exponential(SECOND).limit(Duration.ofMillis(1500)).delay(1))
                .isEqualTo(SECOND);
        assertThat(Backoff.exponential(SECOND).limit(Duration.ofMillis(1500)).delay(2))
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(Backoff.constant(MINUTE).limit(SECOND).delay(1)).isEqualTo(SECOND);
        assertThat(Backoff.linear(SECOND).limit(Duration.ofSeconds(100)).delay(1_000_000))
                .isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void the_band_is_fitted_under_the_limit() {
        // cenkalti/backoff#117, #139 and riverqueue/river#1023: jitter after the cap went past it
        assertBand(Backoff.constant(MINUTE).jitter(Jitter.ratio(0.2)), 48_000, 60_000);
        assertBand(Backoff.constant(Duration.ofSeconds(55)).jitter(Jitter.ratio(0.2)), 44_000, 60_000);
        assertBand(Backoff.constant(MINUTE).jitter(Jitter.full()), 0, 60_000);
        assertBand(Backoff.constant(Duration.ofHours(1)).jitter(Jitter.full()), 0, 60_000);
        assertBand(Backoff.constant(Duration.ofHours(1)).jitter(Jitter.equal()), 30_000, 60_000);
        assertBand(Backoff.constant(Duration.ofHours(1)).jitter(Jitter.additive(SECOND)), 59_000, 60_000);
        assertBand(Backoff.constant(Duration.ofMillis(59_500)).jitter(Jitter.additive(SECOND)), 59_000, 60_000);
        assertBand(Backoff.constant(SECOND).jitter(Jitter.additive(Duration.ofMinutes(2))), 0, 60_000);
    }

    @Test
    void a_band_that_stays_below_the_limit_is_the_same_as_without() {
        assertBand(Backoff.constant(SECOND).jitter(Jitter.ratio(0.2)), 800, 1_200);
        assertBand(Backoff.constant(SECOND).jitter(Jitter.additive(SECOND)), 1_000, 2_000);
        assertBand(Backoff.constant(SECOND).jitter(Jitter.equal()), 500, 1_000);
    }

    @Test
    void a_drawn_delay_is_rounded_down() {
        Backoff schedule = Backoff.constant(SECOND).jitter(Jitter.full()).limit(MINUTE);
        assertThat(schedule.delayNanos(1, new FixedDraw(0.0009999))).isZero();
        assertThat(schedule.delayNanos(1, new FixedDraw(0.7777))).isEqualTo(777_000_000);
        assertThat(Backoff.constant(SECOND).jitter(Jitter.full()).delayNanos(1, new FixedDraw(0.7777)))
                .isEqualTo(778_000_000);
    }

    @Test
    void below_ten_milliseconds_it_is_rounded_down_to_nanoseconds() {
        Backoff schedule = Backoff.constant(SECOND).jitter(Jitter.full()).limit(Duration.ofNanos(9_999_999));
        assertThat(schedule.delayNanos(1, new FixedDraw(0.5))).isEqualTo(4_999_999);
        assertThat(schedule.limit(Duration.ofMillis(10)).delayNanos(1, new FixedDraw(0.4999)))
                .isEqualTo(4_000_000);
    }

    @Test
    void no_draw_passes_a_limit_that_doubles_cannot_hold() {
        for (long limit : new long[] {
            1, 999_999, 9_999_999, 10_000_001, 315_360_000_000_999_999L, Long.MAX_VALUE - 1, Long.MAX_VALUE
        }) {
            for (Jitter jitter :
                    List.of(Jitter.ratio(0.2), Jitter.full(), Jitter.equal(), Jitter.additive(Duration.ofDays(400)))) {
                Backoff schedule = Backoff.exponential(SECOND).jitter(jitter).limit(Duration.ofNanos(limit));
                assertThat(schedule.delayNanos(100, new FixedDraw(FixedDraw.GREATEST)))
                        .as("%s", schedule)
                        .isBetween(0L, limit);
                assertThat(schedule.longestDelay(100)).isLessThanOrEqualTo(Duration.ofNanos(limit));
            }
        }
    }

    @Test
    void a_saturated_cohort_is_spread_not_piled_up_on_the_limit() {
        // rails/rails#31872, stacksjs/stacks#2298: whoever failed together came back together
        long seed = 4711;
        for (Jitter jitter : List.of(
                Jitter.ratio(0.2),
                Jitter.ratio(0.001),
                Jitter.full(),
                Jitter.equal(),
                Jitter.additive(Duration.ofMillis(100)))) {
            Backoff schedule = Backoff.exponential(SECOND)
                    .jitter(jitter)
                    .limit(Duration.ofMinutes(2))
                    .random(new SplittableRandom(seed));
            long onTheLimit = IntStream.range(0, 10_000)
                    .filter(i -> schedule.delay(30).equals(Duration.ofMinutes(2)))
                    .count();
            assertThat(onTheLimit).as("%s, seed %s", schedule, seed).isLessThanOrEqualTo(100);
        }
    }

    @Test
    void the_ceiling_applies_before_the_limit_whatever_their_order() {
        Backoff low = Backoff.exponential(SECOND).max(Duration.ofSeconds(4)).limit(MINUTE);
        assertThat(low.delay(9)).isEqualTo(Duration.ofSeconds(4));
        Backoff high = Backoff.exponential(SECOND).limit(Duration.ofSeconds(4)).max(MINUTE);
        assertThat(high.delay(9)).isEqualTo(Duration.ofSeconds(4));
    }

    private static void assertBand(Backoff unlimited, long low, long high) {
        Backoff schedule = unlimited.limit(MINUTE);
        assertThat(schedule.delay(1, new FixedDraw(FixedDraw.LEAST))).isEqualTo(Duration.ofMillis(low));
        assertThat(schedule.delay(1, new FixedDraw(0.5))).isEqualTo(Duration.ofMillis((low + high) / 2));
        assertThat(schedule.delay(1, new FixedDraw(FixedDraw.GREATEST)))
                .isBetween(Duration.ofMillis(high - 1), Duration.ofMillis(high));
        assertThat(schedule.longestDelay(1)).isEqualTo(Duration.ofMillis(high));
    }
}
