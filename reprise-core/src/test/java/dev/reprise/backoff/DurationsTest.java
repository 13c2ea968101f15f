package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DurationsTest {
    private static final Duration LONGEST = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    @Test
    void the_compact_form_is_read_everywhere() {
        assertBoth("500ms", Duration.ofMillis(500));
        assertBoth("15s", Duration.ofSeconds(15));
        assertBoth("1m30s", Duration.ofSeconds(90));
        assertBoth("2h", Duration.ofHours(2));
        assertBoth("1d", Duration.ofDays(1));
        assertBoth("2w", Duration.ofDays(14));
        assertBoth("7us", Duration.ofNanos(7_000));
        assertBoth("9ns", Duration.ofNanos(9));
        assertBoth("1w1d1h1m1s1ms1us1ns", Duration.ofSeconds(694_861, 1_001_001));
        assertBoth("0s", Duration.ZERO);
        assertBoth("007s", Duration.ofSeconds(7));
        assertBoth("9223372036854775807s", Duration.ofSeconds(Long.MAX_VALUE));
    }

    @Test
    void a_bare_number_is_milliseconds() {
        assertBoth("250", Duration.ofMillis(250));
        assertBoth("0", Duration.ZERO);
    }

    @Test
    void words_and_iso_are_read_outside_schedules() {
        assertGeneral("15 minutes", Duration.ofMinutes(15));
        assertGeneral("1 day", Duration.ofDays(1));
        assertGeneral("2 weeks", Duration.ofDays(14));
        assertGeneral("1 hour 30 minutes", Duration.ofMinutes(90));
        assertGeneral("5 seconds 3 milliseconds 2 microseconds 1 nanosecond", Duration.ofSeconds(5, 3_002_001));
        assertGeneral("PT15M", Duration.ofMinutes(15));
        assertGeneral("P1DT2H", Duration.ofHours(26));
        assertGeneral("PT1.5S", Duration.ofMillis(1500));
    }

    @Test
    void everything_else_is_refused() {
        for (String text : List.of(
                "",
                " ",
                "1.5h",
                "5 Minutes",
                "5M",
                "+5s",
                "-5s",
                "-5",
                "5 s",
                " 5s",
                "5s ",
                "s",
                "5x",
                "5mo",
                "1y",
                "1 month",
                "2 years",
                "5minutes",
                "5 minutes ",
                "5  minutes",
                "1 day1 hour",
                "30s1m",
                "1m1m",
                "1s2",
                "2,1s",
                "٥s",
                "5e3",
                "1_000",
                "0x10",
                "P1M",
                "P1Y",
                "P",
                "PT-5S",
                "-PT5S",
                "PT+5S",
                "pt5s",
                "9223372036854775808s",
                "9223372036854775807w",
                "9223372036854775807s9223372036854775807ms",
                "PT9223372036854775808S")) {
            assertThatThrownBy(() -> Durations.parse(text))
                    .as("`%s`", text)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("duration: `" + text + "` is not a duration; allowed is ");
            assertThatThrownBy(() -> Durations.parseCompact(text))
                    .as("`%s`", text)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_refusal_says_what_is_allowed() {
        assertThatThrownBy(() -> Durations.parseCompact("max", "5 Minutes"))
                .hasMessage("max: `5 Minutes` is not a duration; allowed is a whole number of milliseconds, or numbers"
                        + " with units (w, d, h, m, s, ms, us, ns) such as 500ms or 1m30s");
        assertThatThrownBy(() -> Durations.parse("5 Minutes")).hasMessageEndingWith(", or 15 minutes, or PT15M");
    }

    @Test
    void a_duration_is_written_as_people_write_it() {
        assertThat(Durations.format(Duration.ZERO)).isEqualTo("0s");
        assertThat(Durations.format(Duration.ofSeconds(90))).isEqualTo("1m30s");
        assertThat(Durations.format(Duration.ofMillis(1500))).isEqualTo("1s500ms");
        assertThat(Durations.format(Duration.ofHours(24))).isEqualTo("1d");
        assertThat(Durations.format(Duration.ofDays(14))).isEqualTo("2w");
        assertThat(Durations.format(Duration.ofDays(8))).isEqualTo("8d");
        assertThat(Durations.format(Duration.ofNanos(1_001))).isEqualTo("1us1ns");
        assertThat(Durations.format(LONGEST)).isEqualTo("106751991167300d15h30m7s999ms999us999ns");
    }

    @Test
    void a_negative_duration_is_not_written() {
        assertThatThrownBy(() -> Durations.format(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("duration: `PT-1S` is not a duration; allowed is zero or more");
    }

    @Test
    void what_is_written_is_read_back_as_the_same() {
        long seed = 20261130;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 10_000; i++) {
            long seconds = random.nextLong(Long.MAX_VALUE) >>> random.nextInt(63);
            Duration duration = Duration.ofSeconds(seconds, random.nextInt(1_000_000_000));
            String text = Durations.format(duration);
            assertThat(Durations.parse(text)).as("%s, seed %s", text, seed).isEqualTo(duration);
            assertThat(Durations.parseCompact(text)).isEqualTo(duration);
        }
        assertThat(Durations.parse(Durations.format(LONGEST))).isEqualTo(LONGEST);
    }

    @Test
    @SuppressWarnings("NullAway") // passes null on purpose
    void a_null_argument_is_named() {
        assertThatThrownBy(() -> Durations.parse(null)).hasMessage("text");
        assertThatThrownBy(() -> Durations.parseCompact(null)).hasMessage("text");
        assertThatThrownBy(() -> Durations.parseCompact(null, "5s")).hasMessage("setting");
        assertThatThrownBy(() -> Durations.format(null)).hasMessage("duration");
    }

    private static void assertBoth(String text, Duration duration) {
        assertThat(Durations.parse(text)).isEqualTo(duration);
        assertThat(Durations.parseCompact(text)).isEqualTo(duration);
    }

    private static void assertGeneral(String text, Duration duration) {
        assertThat(Durations.parse(text)).isEqualTo(duration);
        assertThatThrownBy(() -> Durations.parseCompact(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
