package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class JitterSpreadTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void a_hint_is_made_longer_by_the_drawn_part_of_the_ratio() {
        assertThat(Jitter.spread(MINUTE, 0.5, new FixedDraw(0))).isEqualTo(MINUTE);
        assertThat(Jitter.spread(MINUTE, 0.5, new FixedDraw(0.5))).isEqualTo(Duration.ofSeconds(75));
        assertThat(Jitter.spread(MINUTE, 1, new FixedDraw(0.5))).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void a_hint_is_never_shortened() {
        // vercel/workflow#4275: jitter made a server's 120 s a second
        long seed = 3;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            Duration hint = Duration.ofNanos(random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63));
            double ratio = random.nextDouble();
            Duration longest = hint.plusNanos((long) (hint.toNanos() * ratio) + 1);
            assertThat(Jitter.spread(hint, ratio, random))
                    .as("hint %s, ratio %s, seed %s", hint, ratio, seed)
                    .isBetween(hint, longest);
        }
    }

    @Test
    void a_ratio_of_zero_draws_nothing() {
        FixedDraw random = new FixedDraw(0.5);
        assertThat(Jitter.spread(MINUTE, 0, random)).isEqualTo(MINUTE);
        assertThat(random.draws()).isZero();
        Jitter.spread(MINUTE, 0.1, random);
        assertThat(random.draws()).isEqualTo(1);
    }

    @Test
    void an_enormous_hint_saturates_and_is_not_shortened() {
        FixedDraw random = new FixedDraw(FixedDraw.GREATEST);
        Duration longest = Duration.ofNanos(Long.MAX_VALUE);
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(Jitter.spread(longest.minusSeconds(1), 1, random)).isEqualTo(longest);
        assertThat(Jitter.spread(longest, 1, random)).isEqualTo(longest);
        assertThat(Jitter.spread(endless, 1, random)).isEqualTo(endless);
    }

    @Test
    @SuppressWarnings("NullAway") // passes null on purpose
    void bad_arguments_are_refused_by_name() {
        FixedDraw random = new FixedDraw(0.5);
        assertThatThrownBy(() -> Jitter.spread(Duration.ofSeconds(-1), 0.1, random))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("hint: PT-1S is negative; allowed is zero or more");
        assertThatThrownBy(() -> Jitter.spread(MINUTE, 1.1, random))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ratio: 1.1 is not a ratio from 0 to 1 (0% to 100%)");
        assertThatThrownBy(() -> Jitter.spread(null, 0.1, random)).hasMessage("hint");
        assertThatThrownBy(() -> Jitter.spread(MINUTE, 0.1, null)).hasMessage("random");
    }
}
