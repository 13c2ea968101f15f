package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BackoffTextTest {
    @Nested
    class Reading {
        @Test
        void every_setting_is_read() {
            assertThat(Backoff.parse("exponential base=1m factor=2.5 max=6h limit=5h free=4 jitter=20%"))
                    .isEqualTo(Backoff.exponential(Duration.ofMinutes(1))
                            .factor(2.5)
                            .max(Duration.ofHours(6))
                            .limit(Duration.ofHours(5))
                            .free(4)
                            .jitter(Jitter.ratio(0.2)));
            assertThat(Backoff.parse("steps 15s,1m jitter=10%"))
                    .isEqualTo(Backoff.steps(Duration.ofSeconds(15), Duration.ofMinutes(1))
                            .jitter(Jitter.ratio(0.1)));
            assertThat(Backoff.parse("constant 10s")).isEqualTo(Backoff.constant(Duration.ofSeconds(10)));
            assertThat(Backoff.parse("linear base=1m max=1h"))
                    .isEqualTo(Backoff.linear(Duration.ofMinutes(1)).max(Duration.ofHours(1)));
            assertThat(Backoff.parse("none")).isEqualTo(Backoff.none());
            assertThat(Backoff.parse("none free=1")).isEqualTo(Backoff.none().free(1));
        }

        @Test
        void every_jitter_is_read() {
            assertJitter("none", Jitter.none());
            assertJitter("full", Jitter.full());
            assertJitter("equal", Jitter.equal());
            assertJitter("+250ms", Jitter.additive(Duration.ofMillis(250)));
            assertJitter("0%", Jitter.none());
            assertJitter("12.5%", Jitter.ratio(0.125));
            assertJitter("100%", Jitter.ratio(1));
        }

        @Test
        void the_order_of_the_words_and_the_blanks_between_them_do_not_matter() {
            assertThat(Backoff.parse("  exponential\tjitter=full \n max=6h  base=1m "))
                    .isEqualTo(Backoff.parse("exponential base=1m max=6h jitter=full"));
        }

        private static void assertJitter(String text, Jitter jitter) {
            assertThat(Backoff.parse("constant 10s jitter=" + text))
                    .isEqualTo(Backoff.constant(Duration.ofSeconds(10)).jitter(jitter));
        }
    }

    @Nested
    class Writing {
        @Test
        void the_canonical_text_names_every_setting_that_is_not_a_default() {
            // spring-attic/spring-retry#425: a ceiling that nothing showed
            assertThat(Backoff.exponential(Duration.ofSeconds(90)).factor(2)).hasToString("exponential base=1m30s");
            assertThat(Backoff.parse("exponential jitter=20.0% free=04 limit=3600s max=360m factor=1.50 base=60000"))
                    .hasToString("exponential base=1m factor=1.5 max=6h limit=1h free=4 jitter=20%");
            assertThat(Backoff.parse("steps 15s,60s,0ms jitter=+500000us"))
                    .hasToString("steps 15s,1m,0s jitter=+500ms");
            assertThat(Backoff.linear(Duration.ofDays(7)).jitter(Jitter.equal()))
                    .hasToString("linear base=1w jitter=equal");
            assertThat(Backoff.constant(Duration.ofNanos(1_000_001)).jitter(Jitter.full()))
                    .hasToString("constant 1ms1ns jitter=full");
            assertThat(Backoff.none()).hasToString("none");
            assertThat(Jitter.none()).hasToString("none");
        }

        @Test
        void a_percentage_is_a_shifted_decimal_so_that_every_ratio_survives() {
            assertThat(Jitter.ratio(0.07)).as("0.07 * 100 is 7.000000000000001").hasToString("7%");
            assertThat(Jitter.ratio(0.29)).hasToString("29%");
            assertThat(Jitter.ratio(1)).hasToString("100%");
            assertThat(Jitter.ratio(0.1 + 0.2)).hasToString("30.000000000000004%");
            assertThat(Jitter.ratio(1e-7)).hasToString("0.00001%");
            long seed = 99;
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 10_000; i++) {
                Backoff schedule = Backoff.none().jitter(Jitter.ratio(random.nextDouble()));
                assertThat(Backoff.parse(schedule.toString()))
                        .as("seed %s", seed)
                        .isEqualTo(schedule);
            }
            Backoff least = Backoff.none().jitter(Jitter.ratio(Double.MIN_VALUE));
            assertThat(Backoff.parse(least.toString())).isEqualTo(least);
        }

        @Test
        void extreme_values_survive_the_round_trip() {
            for (Backoff schedule : List.of(
                    Backoff.exponential(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)),
                    Backoff.exponential(Duration.ofNanos(1)).factor(Double.MAX_VALUE),
                    Backoff.exponential(Duration.ZERO).factor(Math.nextUp(1.0)).free(Integer.MAX_VALUE),
                    Backoff.exponential(Duration.ZERO).factor(1).max(Duration.ZERO),
                    Backoff.constant(Duration.ZERO).limit(Duration.ofNanos(1)))) {
                assertThat(Backoff.parse(schedule.toString())).isEqualTo(schedule);
            }
        }
    }

    @Nested
    class Refusing {
        @Test
        void an_unknown_word_is_answered_with_the_nearest_known_one() {
            assertRefused(
                    "exponental base=1m",
                    "schedule: unknown word `exponental`; did you mean `exponential`?"
                            + " Allowed is exponential, linear, constant, steps, none");
            assertRefused("Constant 10s", "unknown word `Constant`; did you mean `constant`?");
            assertRefused("exponential bas=1m", "unknown word `bas`; did you mean `base`?");
            assertRefused(
                    "exponential base=1m mx=6h",
                    "unknown word `mx`; did you mean `max`?" + " Allowed is base, factor, max, limit, free, jitter");
            assertRefused("exponential base=1m ceiling", "unknown word `ceiling`");
            assertRefused("steps 15s, 1m", "steps: `` is not a duration");
            assertRefused("exponential base=1m jitter=ful", "jitter: unknown `ful`; did you mean `full`?");
        }

        @Test
        void a_number_without_a_percent_sign_is_answered_with_the_percentage() {
            assertRefused("none jitter=20", "jitter: unknown `20`; did you mean `20%`? Allowed is none, a percentage");
            assertRefused("none jitter=12.5", "did you mean `12.5%`?");
            assertRefused("none jitter=0.2", "jitter: unknown `0.2`; did you mean `20%`?");
            assertRefused("none jitter=250", "jitter: unknown `250`; allowed is none, a percentage (20%)");
        }

        @Test
        void the_beginning_of_a_known_word_is_answered_with_that_word() {
            assertRefused("expo base=1s", "schedule: unknown word `expo`; did you mean `exponential`?");
            assertRefused("none j=20%", "schedule: unknown word `j`; did you mean `jitter`?");
        }

        @Test
        void a_word_like_no_known_one_is_answered_without_a_question() {
            assertRefused("xyz", "schedule: unknown word `xyz`; allowed is exponential, linear, constant, steps, none");
        }

        @Test
        void a_base_without_its_name_is_answered_with_the_name() {
            assertRefused("exponential 1s", "exponential: `1s` has no name; write `base=1s`");
            assertRefused("linear 1m30s max=1h", "linear: `1m30s` has no name; write `base=1m30s`");
        }

        @Test
        void a_setting_given_twice_is_refused() {
            assertRefused("exponential base=1m max=6h max=7h", "max: given twice; allowed is once");
            assertRefused("exponential base=1m base=1m", "base: given twice; allowed is once");
        }

        @Test
        void a_missing_part_is_named() {
            assertRefused("", "schedule: empty; allowed is exponential, linear, constant, steps, none");
            assertRefused(" \t", "schedule: empty");
            assertRefused("exponential", "exponential: has no base; write `exponential base=1s`");
            assertRefused("linear max=5s", "linear: has no base; write `linear base=1s`");
            assertRefused("constant", "constant: has no delay; write `constant 10s`");
            assertRefused("steps", "steps: has no list; write `steps 15s,1m,5m`");
            assertRefused("exponential base", "base: has no value; write `base=...`");
            assertRefused("exponential base=1s jitter", "jitter: has no value; write `jitter=...`");
        }

        @Test
        void a_bad_value_is_named_with_its_setting() {
            assertRefused("exponential base=1.5h", "base: `1.5h` is not a duration");
            assertRefused("exponential base=", "base: `` is not a duration");
            assertRefused("constant +5s", "constant: `+5s` is not a duration");
            assertRefused("steps 1s,,2s", "steps: `` is not a duration");
            assertRefused("linear base=1m max=PT1H", "max: `PT1H` is not a duration");
            assertRefused("exponential base=1m limit=-1s", "limit: `-1s` is not a duration");
            assertRefused("exponential base=1m limit=0s", "limit: 0s is not above zero");
            assertRefused("exponential base=1m factor=1e3", "factor: `1e3` is not a number such as 2 or 1.5");
            assertRefused("exponential base=1m factor=NaN", "factor: `NaN` is not a number");
            assertRefused("exponential base=1m factor=0.5", "factor: 0.5 is not a finite number from 1 up");
            assertRefused("exponential base=1m free=-1", "free: `-1` is not a whole number from 0 to 2147483647");
            assertRefused("exponential base=1m free=2147483648", "free: `2147483648` is not a whole number");
            assertRefused("exponential base=1m jitter=120%", "jitter: 1.2 is not a ratio from 0 to 1 (0% to 100%)");
            assertRefused("exponential base=1m jitter=-5%", "jitter: `-5%` is not a percentage from 0% to 100%");
            assertRefused("exponential base=1m jitter=%", "jitter: `%` is not a percentage");
            assertRefused("exponential base=1m jitter=+", "jitter: `` is not a duration");
        }

        @Test
        void settings_that_contradict_each_other_are_refused_as_in_code() {
            assertThatThrownBy(() -> Backoff.parse("exponential max=30s base=1m"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("max: 30s is below base: 1m; allowed is base or more");
            assertThatThrownBy(() -> Backoff.parse("linear base=1m factor=2"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("only exponential has a factor");
            assertThatThrownBy(() -> Backoff.parse("constant 10s base=1m"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("base: 1m contradicts the curve constant; only exponential and linear have a base");
        }

        private static void assertRefused(String text, String message) {
            assertThatThrownBy(() -> Backoff.parse(text))
                    .as(text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(message);
        }
    }
}
