package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.ReplayRandom;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How long a retry waits. */
class DeciderDelayTest {
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    private final RetryPolicy policy = RetryPolicy.attempts(100).backoff("linear base=10s");

    @Nested
    class Curve {
        // Public reports: oban #476, #245, snoozes and crashes that inflate the backoff.
        @Test
        void it_is_asked_for_the_failures_and_not_for_the_attempt() throws Exception {
            assertThat(delay(policy, null, 9, 2)).isEqualTo(Duration.ofSeconds(20));
            assertThat(delay(policy, null, 9, 0)).isEqualTo(Duration.ZERO);
        }

        @Test
        void a_seed_replays_it() throws Exception {
            RetryPolicy jittered = policy.backoff("exponential base=1s jitter=20%");
            ReplayRandom random = ReplayRandom.of("replay");

            int[] published = {845, 1944, 4053, 7291, 15072, 29988};
            for (int n = 1; n <= published.length; n++) {
                assertThat(delay(jittered, null, n, n, random)).isEqualTo(Duration.ofMillis(published[n - 1]));
            }
        }

        @Test
        void it_takes_one_draw() throws Exception {
            assertThat(draws(policy.backoff("constant 10s jitter=20%"), null)).isEqualTo(1);
            assertThat(draws(policy, null)).isZero();
        }

        @Test
        void it_draws_from_the_state_and_not_from_the_schedules_own_random() throws Exception {
            Backoff jittered = Backoff.parse("constant 10s jitter=20%");
            RandomGenerator refusing = () -> {
                throw new AssertionError("the schedule's own random was asked");
            };

            assertThat(delay(policy.backoff(jittered.random(refusing)), null))
                    .isEqualTo(delay(policy.backoff(jittered), null));
        }

        @Test
        void it_never_leaves_its_range_however_many_failures() throws Exception {
            RetryPolicy endless = policy.kind(RetryKind.INDEFINITE).backoff("exponential base=5d jitter=100%");
            for (int n : new int[] {31, 32, 63, 64, 65, 66, 67, 1023, 1024, 1025, 1026, Integer.MAX_VALUE}) {
                assertThat(delay(endless, null, n, n)).as("failure %s", n).isEqualTo(Duration.ofHours(24));
            }
        }
    }

    @Nested
    class Directions {
        @Test
        void they_are_honoured_exactly_without_a_draw() throws Exception {
            RetryPolicy jittered = policy.backoff("constant 10s jitter=20%").hintSpread(0.5);
            RetryOverride after = RetryOverride.after(Duration.ofMillis(1_234));

            assertThat(delay(jittered, after)).isEqualTo(Duration.ofMillis(1_234));
            assertThat(draws(jittered, after)).isZero();
        }

        @Test
        void zero_means_as_soon_as_the_floor_allows() throws Exception {
            RetryOverride now = RetryOverride.after(Duration.ZERO);

            assertThat(delay(policy, now)).isEqualTo(Duration.ZERO);
            assertThat(delay(policy.minDelay(Duration.ofMillis(50)), now)).isEqualTo(Duration.ofMillis(50));
        }

        @Test
        void the_bound_holds() throws Exception {
            assertThat(delay(policy, RetryOverride.after(FOREVER))).isEqualTo(Duration.ofHours(24));
        }

        @Test
        void a_kind_may_come_along() throws Exception {
            RetryOverride both = RetryOverride.after(Duration.ofSeconds(3)).as(RetryKind.INDEFINITE);

            assertThat(delay(RetryPolicy.attempts(1), both)).isEqualTo(Duration.ofSeconds(3));
        }
    }

    @Nested
    class Hints {
        // Public reports: vercel/workflow #4275 (a header ignored), curl #12837 and #12871 (a tiny hint defeats the
        // backoff).
        @Test
        void at_least_is_the_longer_of_hint_and_curve() throws Exception {
            assertThat(delay(policy, RetryOverride.hint(Duration.ofMinutes(2)))).isEqualTo(Duration.ofMinutes(2));
            assertThat(delay(policy, RetryOverride.hint(Duration.ofSeconds(1)))).isEqualTo(Duration.ofSeconds(10));
        }

        // Public report: stacks #2298, jitter that comes earlier than the server asked.
        @Test
        void jitter_never_shortens_a_hint() throws Exception {
            RetryPolicy jittered = policy.backoff("constant 10s jitter=100%").hintSpread(0.25);
            RetryOverride hint = RetryOverride.hint(Duration.ofMinutes(2));
            ReplayRandom random = ReplayRandom.of("hints");
            for (int i = 0; i < 1_000; i++) {
                assertThat(delay(jittered, hint, 1, 1, random))
                        .isBetween(Duration.ofMinutes(2), Duration.ofSeconds(150));
            }
        }

        @Test
        void exact_replaces_the_curve_which_is_not_asked() throws Exception {
            RetryPolicy exact = policy.backoff("constant 10s jitter=20%").hintMode(HintMode.EXACT);
            RetryOverride hint = RetryOverride.hint(Duration.ofSeconds(1));

            assertThat(delay(exact, hint)).isEqualTo(Duration.ofSeconds(1));
            assertThat(draws(exact, hint)).isZero();
        }

        @Test
        void a_spread_takes_one_draw_after_that_of_the_curve() throws Exception {
            RetryPolicy jittered = policy.backoff("constant 10s jitter=20%");
            RetryOverride hint = RetryOverride.hint(Duration.ofSeconds(100));

            assertThat(draws(jittered, hint)).isEqualTo(1);
            assertThat(draws(jittered.hintSpread(0.5), hint)).isEqualTo(2);
            ReplayRandom random = ReplayRandom.of("order");
            random.nextDouble();
            Duration expected = Duration.ofNanos((long) (100e9 * (1 + random.nextDouble() * 0.5)));
            assertThat(delay(jittered.hintSpread(0.5), hint, 1, 1, ReplayRandom.of("order")))
                    .isCloseTo(expected, Duration.ofNanos(100));
        }

        // Public reports: omnidesk #146 and openai-java #878, a hint of centuries overflows the timer.
        @Test
        void only_the_bound_shortens_a_hint() throws Exception {
            RetryPolicy limited = policy.backoff("exponential base=1s max=2s limit=3s");

            assertThat(delay(limited, RetryOverride.hint(Duration.ofHours(1)))).isEqualTo(Duration.ofHours(1));
            assertThat(delay(limited, RetryOverride.hint(Duration.ofSeconds(9_999_999_999L))))
                    .isEqualTo(Duration.ofHours(24));
            assertThat(delay(limited, RetryOverride.hint(FOREVER))).isEqualTo(Duration.ofHours(24));
        }
    }

    @Nested
    class Bounds {
        @Test
        void the_floor_holds_for_curve_hint_and_direction() throws Exception {
            RetryPolicy floored = policy.backoff("none").minDelay(Duration.ofSeconds(1));

            assertThat(delay(floored, null)).isEqualTo(Duration.ofSeconds(1));
            assertThat(delay(floored, RetryOverride.hint(Duration.ofMillis(1)))).isEqualTo(Duration.ofSeconds(1));
            assertThat(delay(floored, RetryOverride.after(Duration.ofMillis(1))))
                    .isEqualTo(Duration.ofSeconds(1));
        }

        // Public report: smithy-lang/smithy-java#1300: full jitter may draw exactly nothing.
        @Test
        void full_jitter_with_a_floor_never_waits_less_than_the_floor() throws Exception {
            RetryPolicy floored = policy.backoff("constant 2s jitter=full").minDelay(Duration.ofSeconds(1));
            RandomGenerator lowest = () -> 0;

            assertThat(delay(floored, null, 1, 1, lowest)).isEqualTo(Duration.ofSeconds(1));
            ReplayRandom random = ReplayRandom.of("floor");
            for (int i = 0; i < 1_000; i++) {
                assertThat(delay(floored, null, 1, 1, random)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
            }
        }

        @Test
        void the_bound_holds_for_the_curve() throws Exception {
            assertThat(delay(policy.maxDelay(Duration.ofSeconds(7)), null)).isEqualTo(Duration.ofSeconds(7));
        }

        @Test
        void the_largest_bound_does_not_overflow() throws Exception {
            assertThat(delay(policy.maxDelay(FOREVER), RetryOverride.hint(FOREVER)))
                    .isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        }
    }

    private static int draws(RetryPolicy policy, @Nullable RetryOverride override) throws InterruptedException {
        int[] draws = {0};
        RandomGenerator counting = new RandomGenerator() {
            @Override
            public long nextLong() {
                draws[0]++;
                return 0;
            }
        };
        delay(policy, override, 1, 1, counting);
        return draws[0];
    }

    private static Duration delay(RetryPolicy policy, @Nullable RetryOverride override) throws InterruptedException {
        return delay(policy, override, 1, 1);
    }

    private static Duration delay(RetryPolicy policy, @Nullable RetryOverride override, int attempt, int failures)
            throws InterruptedException {
        return delay(policy, override, attempt, failures, ReplayRandom.of("delays"));
    }

    private static Duration delay(
            RetryPolicy policy, @Nullable RetryOverride override, int attempt, int failures, RandomGenerator random)
            throws InterruptedException {
        AttemptState state = new AttemptState(attempt, failures, Instant.EPOCH, random);
        return ((Retry) Decider.decide(policy, (f, s) -> override, new Exception(), state)).delay();
    }
}
