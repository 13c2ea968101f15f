package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for any schedule, tried on many random ones. */
class BackoffPropertyTest {
    private static final long SEED = 0x5EED;
    private static final int SCHEDULES = 500;
    private static final List<CurveKind> CURVES = List.of(CurveKind.values());

    @Test
    void a_delay_is_never_negative_and_never_above_the_limit_or_the_band() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < SCHEDULES; i++) {
            BackoffSettings settings = anySettings(random);
            Backoff schedule = Backoff.parse(BackoffText.format(settings));
            for (int j = 0; j < 20; j++) {
                int failures = anyFailures(random);
                long delay = schedule.delayNanos(failures, random);
                assertThat(delay)
                        .as("%s after %s, seed %s", schedule, failures, SEED)
                        .isBetween(0L, settings.limitNanos())
                        .isLessThanOrEqualTo(schedule.longestDelay(failures).toNanos());
                assertThat(Duration.ofNanos(delay))
                        .isGreaterThanOrEqualTo(schedule.explain(failures).lower());
            }
        }
    }

    @Test
    void at_most_one_draw_in_a_hundred_equals_the_limit() {
        SplittableRandom random = new SplittableRandom(SEED);
        int bands = 0;
        while (bands < 50) {
            BackoffSettings settings = anySettings(random);
            Backoff schedule = Backoff.parse(BackoffText.format(settings));
            int failures = anyFailures(random);
            BackoffExplanation band = schedule.explain(failures);
            if (settings.limit() == null || band.upper().minus(band.lower()).compareTo(Duration.ofMillis(100)) < 0) {
                continue;
            }
            bands++;
            long limit = settings.limitNanos();
            long equal = Stream.generate(() -> schedule.delayNanos(failures, random))
                    .limit(5_000)
                    .filter(delay -> delay == limit)
                    .count();
            assertThat(equal)
                    .as("%s after %s, seed %s", schedule, failures, SEED)
                    .isLessThanOrEqualTo(50);
        }
    }

    @Test
    void the_bounds_of_a_curve_never_fall_as_failures_grow() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < SCHEDULES; i++) {
            BackoffSettings settings = anySettings(random);
            if (settings.curve() == CurveKind.STEPS) {
                continue;
            }
            Backoff schedule = Backoff.parse(BackoffText.format(settings));
            Duration last = Duration.ZERO;
            for (int failures = 1; failures > 0; failures += 1 + failures / 3) {
                Duration longest = schedule.longestDelay(failures);
                // Two grains meet at 10 ms, where a delay may be rounded down from its nanoseconds.
                assertThat(longest.plusMillis(1))
                        .as("%s after %s, seed %s", schedule, failures, SEED)
                        .isGreaterThanOrEqualTo(last);
                last = longest;
            }
        }
    }

    @Test
    void the_text_of_a_schedule_is_read_back_as_an_equal_one_with_equal_delays() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < SCHEDULES; i++) {
            String text = BackoffText.format(anySettings(random));
            Backoff schedule = Backoff.parse(text);
            Backoff again = Backoff.parse(schedule.toString());
            assertThat(schedule).hasToString(text);
            assertThat(again).as("%s, seed %s", text, SEED).isEqualTo(schedule).hasSameHashCodeAs(schedule);
            int failures = anyFailures(random);
            assertThat(again.delayNanos(failures, ReplayRandom.of(text)))
                    .isEqualTo(schedule.delayNanos(failures, ReplayRandom.of(text)));
        }
    }

    private static BackoffSettings anySettings(SplittableRandom random) {
        CurveKind curve = CURVES.get(random.nextInt(CURVES.size()));
        Duration base = curve == CurveKind.NONE ? Duration.ZERO : anyDuration(random);
        BackoffSettings settings = BackoffSettings.of(
                curve,
                Stream.generate(() -> base)
                        .limit(curve == CurveKind.STEPS ? 3 : 1)
                        .toList());
        if (curve == CurveKind.EXPONENTIAL && random.nextBoolean()) {
            settings = settings.withFactor(random.nextBoolean() ? random.nextInt(1, 9) : 1 + random.nextDouble() * 4);
        }
        if (curve != CurveKind.STEPS && random.nextBoolean()) {
            settings = settings.withMax(base.plus(anyDuration(random)));
        }
        if (random.nextBoolean()) {
            settings = settings.withLimit(anyDuration(random).plusNanos(1));
        }
        if (random.nextInt(4) == 0) {
            settings = settings.withFree(random.nextInt(5));
        }
        return settings.withJitter(
                switch (random.nextInt(5)) {
                    case 0 -> Jitter.none();
                    case 1 -> Jitter.ratio(random.nextDouble());
                    case 2 -> Jitter.full();
                    case 3 -> Jitter.equal();
                    default -> Jitter.additive(anyDuration(random));
                });
    }

    /** From nothing to centuries, every order of magnitude equally often. */
    private static Duration anyDuration(SplittableRandom random) {
        Duration duration = Duration.ofNanos(random.nextLong(Long.MAX_VALUE) >>> random.nextInt(64));
        return random.nextInt(20) == 0 ? duration.plusSeconds(Long.MAX_VALUE / 4) : duration;
    }

    private static int anyFailures(SplittableRandom random) {
        return (random.nextInt(Integer.MAX_VALUE) >>> random.nextInt(32)) + 1;
    }
}
