package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PolicyTextTest {
    @Test
    void a_schedule_alone_takes_every_default() {
        assertThat(RetryPolicy.parse("constant 10s"))
                .isEqualTo(RetryPolicy.defaults().backoff("constant 10s"));
    }

    @Test
    void every_word_sets_its_setting() {
        RetryPolicy policy = RetryPolicy.parse("indefinite attempts=7 budget=2h floor=1s bound=30m hint=atleast"
                + " spread=12.5% exponential base=1m max=6h jitter=20%");

        assertThat(policy)
                .isEqualTo(RetryPolicy.attempts(7)
                        .kind(RetryKind.INDEFINITE)
                        .timeBudget(Duration.ofHours(2))
                        .minDelay(Duration.ofSeconds(1))
                        .maxDelay(Duration.ofMinutes(30))
                        .hintSpread(0.125)
                        .backoff(Backoff.parse("exponential base=1m max=6h jitter=20%")));
    }

    @Test
    void the_settings_may_come_in_any_order() {
        assertThat(RetryPolicy.parse("floor=2d hint=exact bound=3d never retries=4 none"))
                .isEqualTo(RetryPolicy.defaults()
                        .maxDelay(Duration.ofDays(3))
                        .minDelay(Duration.ofDays(2))
                        .hintMode(HintMode.EXACT)
                        .kind(RetryKind.NON_RETRYABLE)
                        .maxRetries(4)
                        .backoff(Backoff.none()));
    }

    // Public report: spring-retry #425, a silent ceiling of 30 s.
    @Test
    void the_text_shows_every_bound_in_force() {
        assertThat(RetryPolicy.defaults())
                .hasToString("transient attempts=3 bound=1d hint=atleast exponential base=5s limit=1h jitter=20%");
    }

    @Test
    void a_policy_survives_the_round_trip() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            RetryPolicy policy = anyPolicy(random);

            assertThat(RetryPolicy.parse(policy.toString())).as("seed %s", seed).isEqualTo(policy);
        }
    }

    @Test
    void an_unknown_word_is_refused_with_the_nearest_known_one() {
        assertRefused("indefinit exponential base=1m", "unknown word `indefinit`", "did you mean `indefinite`?");
        assertRefused("atempts=3 none", "unknown word `atempts`", "did you mean `attempts`?");
        assertRefused("exponentail base=1m", "unknown word `exponentail`", "did you mean `exponential`?");
        assertRefused("indef exponential base=1m", "unknown word `indef`", "did you mean `indefinite`?");
        assertRefused("expo base=1m", "unknown word `expo`", "did you mean `exponential`?");
        assertRefused("hint=exactly none", "unknown `exactly`", "did you mean `exact`?");
    }

    @Test
    void a_word_given_twice_is_refused() {
        assertRefused("attempts=3 attempts=3 none", "attempts: given twice");
        assertRefused("never never none", "never: given twice");
    }

    @Test
    void two_kinds_are_refused_by_both_words() {
        assertRefused("transient indefinite none", "transient and indefinite: both given; a policy has one kind");
    }

    @Test
    void a_kind_takes_no_value() {
        assertRefused("transient=5 none", "transient: takes no value; write `transient`");
        assertRefused("never= none", "never: takes no value");
    }

    @Test
    void settings_that_contradict_each_other_are_refused_in_the_texts_own_words() {
        assertContradicts("attempts=3 retries=2 none", "attempts and retries are both set");
        assertContradicts("floor=2m bound=1m none", "floor: 2m is above bound: 1m");
        assertContradicts("floor=2d none", "floor: 2d is above bound: 1d, the default; set bound too");
        assertContradicts(
                "spread=10% hint=exact none", "spread: 10% contradicts hint: exact; only a hint that is atleast");
    }

    // Public report: resilience4j/resilience4j#1404: two settings for one thing, refused in code as well.
    @Test
    void what_a_text_sets_may_be_set_again_in_code_by_the_same_name_only() {
        assertThat(RetryPolicy.parse("attempts=3 none").maxAttempts(5).maxAttempts())
                .isEqualTo(5);
        assertThatThrownBy(() -> RetryPolicy.parse("retries=3 none").maxAttempts(5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("maxAttempts and maxRetries are both set");
    }

    @Test
    void a_missing_schedule_or_value_is_refused() {
        assertRefused("", "has no schedule");
        assertRefused("transient attempts=3", "has no schedule");
        assertRefused("attempts none", "attempts: has no value");
    }

    @Test
    void a_value_that_is_not_allowed_is_refused_by_name() {
        assertRefused("attempts=three none", "attempts: `three`");
        assertRefused("attempts=0 none", "attempts: 0 is not from 1 to 32766");
        assertRefused("attempts=99999999999 none", "attempts: 99999999999 is not from 1 to 32766");
        assertRefused("attempts=40000 none", "attempts: 40000 is not from 1 to 32766");
        assertRefused("retries=40000 none", "retries: 40000 is not from 0 to 32765");
        assertRefused("budget=0s none", "budget: 0s is not above zero");
        assertRefused("bound=0 none", "bound: 0s is not above zero");
        assertRefused("budget=1.5h none", "budget: `1.5h`");
        assertRefused("spread=0.2 none", "spread: `0.2`");
        assertRefused("spread=101% none", "spread: 101% is not a percentage from 0% to 100%");
    }

    private static void assertRefused(String text, String... parts) {
        assertThatThrownBy(() -> RetryPolicy.parse(text))
                .as(text)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(parts);
    }

    private static void assertContradicts(String text, String message) {
        assertThatThrownBy(() -> RetryPolicy.parse(text))
                .as(text)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(message);
    }

    private static RetryPolicy anyPolicy(Random random) {
        RetryPolicy policy = RetryPolicy.attempts(1 + random.nextInt(32_766))
                .kind(random.nextBoolean() ? RetryKind.INDEFINITE : RetryKind.NON_RETRYABLE)
                .backoff(random.nextBoolean() ? "steps 15s,1m,5m jitter=7.3%" : "linear base=3ms free=2 jitter=+1us");
        if (random.nextBoolean()) {
            policy = policy.maxDelay(Duration.ofNanos(1 + random.nextLong(Long.MAX_VALUE)));
        }
        if (random.nextBoolean()) {
            policy = policy.minDelay(policy.maxDelay().dividedBy(1 + random.nextInt(9)));
        }
        if (random.nextBoolean()) {
            policy = policy.timeBudget(Duration.ofNanos(1 + random.nextLong(Long.MAX_VALUE)));
        }
        return random.nextBoolean() ? policy.hintMode(HintMode.EXACT) : policy.hintSpread(random.nextDouble());
    }
}
