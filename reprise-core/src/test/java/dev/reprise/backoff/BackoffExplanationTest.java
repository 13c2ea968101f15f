package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffExplanationTest {
    @Test
    void it_tells_the_curve_the_ceiling_and_the_band() {
        BackoffExplanation explanation =
                Backoff.parse("exponential base=1m max=6h jitter=20%").explain(12);

        assertThat(explanation)
                .isEqualTo(new BackoffExplanation(
                        "exponential base=1m max=6h jitter=20%",
                        12,
                        false,
                        Duration.ofMinutes(2048),
                        Duration.ofHours(6),
                        true,
                        false,
                        Duration.ofMinutes(288),
                        Duration.ofMinutes(432)))
                .hasToString("failure 12 of `exponential base=1m max=6h jitter=20%`: curve 1d10h8m, under max 6h,"
                        + " drawn from 4h48m to 7h12m");
    }

    @Test
    void it_tells_where_the_limit_made_the_band_narrower() {
        Backoff schedule = Backoff.parse("exponential base=5s limit=1h jitter=20%");

        assertThat(schedule.explain(10).limited()).isFalse();
        assertThat(schedule.explain(11).limited()).isTrue();
        assertThat(schedule.explain(11))
                .hasToString("failure 11 of `exponential base=5s limit=1h jitter=20%`: curve 1h25m20s,"
                        + " drawn under limit from 48m to 1h");
    }

    @Test
    void without_jitter_it_tells_the_one_delay() {
        assertThat(Backoff.parse("linear base=1m").explain(3)).hasToString("failure 3 of `linear base=1m`: curve 3m");
        assertThat(Backoff.parse("linear base=1m limit=2m").explain(3))
                .hasToString("failure 3 of `linear base=1m limit=2m`: curve 3m, under limit 2m");
        assertThat(Backoff.parse("linear base=1m limit=2m").explain(2).limited())
                .isFalse();
        assertThat(Backoff.parse("linear base=1m limit=2m").explain(3).upper()).isEqualTo(Duration.ofMinutes(2));
        assertThat(Backoff.parse("steps 1s,5s").explain(2).lower()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void a_free_failure_is_told_as_free() {
        BackoffExplanation explanation =
                Backoff.parse("exponential base=1m free=2 jitter=full").explain(2);

        assertThat(explanation.free()).isTrue();
        assertThat(explanation.jittered()).isFalse();
        assertThat(explanation.upper()).isZero();
        assertThat(explanation)
                .hasToString("failure 2 of `exponential base=1m free=2 jitter=full`: free, no delay and no draw");
        assertThat(Backoff.parse("exponential base=1m free=2").explain(3).curve())
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void it_agrees_with_what_is_drawn_at_both_ends() {
        for (String text : new String[] {
            "exponential base=3ms factor=1.3 jitter=33%",
            "exponential base=3ms factor=1.3 limit=1s jitter=33%",
            "linear base=7ms limit=400ms jitter=+50ms",
            "steps 1s,3s,2s jitter=equal"
        }) {
            Backoff schedule = Backoff.parse(text);
            for (int failures = 1; failures < 100; failures++) {
                BackoffExplanation explanation = schedule.explain(failures);
                assertThat(explanation.lower()).isEqualTo(schedule.delay(failures, new FixedDraw(0)));
                assertThat(explanation.upper())
                        .isEqualTo(schedule.longestDelay(failures))
                        .isGreaterThanOrEqualTo(schedule.delay(failures, new FixedDraw(FixedDraw.GREATEST)));
            }
        }
    }
}
