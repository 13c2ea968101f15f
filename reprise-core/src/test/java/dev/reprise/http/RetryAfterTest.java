package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class RetryAfterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private static @Nullable Duration parse(String text) {
        return RetryAfter.parse(text, NOW);
    }

    // Public report: curl/curl#9718: 20261130 was taken for a date.
    /** Every row of the vector, at noon of 30 November 2026; null is no hint. */
    @TestFactory
    Stream<DynamicTest> the_vector_is_read_as_written() {
        Map<String, @Nullable Duration> rows = new LinkedHashMap<>();
        rows.put("120", Duration.ofMinutes(2));
        rows.put("0.5", Duration.ofMillis(500));
        rows.put("30.5", Duration.ofMillis(30_500));
        rows.put("00.5", Duration.ofMillis(500));
        rows.put(" 120 ", Duration.ofMinutes(2));
        rows.put("86400", Duration.ofDays(1));
        rows.put("100000000000000000000", LONGEST);
        rows.put("20261130", Duration.ofSeconds(20_261_130));
        rows.put("Mon, 30 Nov 2026 12:00:30 GMT", Duration.ofSeconds(30));
        rows.put("Monday, 30-Nov-26 12:01:00 GMT", Duration.ofSeconds(60));
        rows.put("Mon Nov 30 12:02:00 2026", Duration.ofMinutes(2));
        rows.put("Thu, 10 Dec 2026 12:00:00 GMT", Duration.ofDays(10));
        for (String none : new String[] {
            "Mon, 30 Nov 2026 12:00:00 GMT",
            "Mon, 30 Nov 2026 11:59:00 GMT",
            "",
            "0",
            "0.0",
            "-30",
            "+30",
            "1,5",
            "1e3",
            "1_000",
            "12 34",
            "NaN",
            "0x10",
            "soon",
            ".5",
            "5.",
            "٣٠",
            "0,120"
        }) {
            rows.put(none, null);
        }
        assertThat(rows).hasSize(30);
        return rows.entrySet().stream()
                .map(row -> dynamicTest(
                        "'" + row.getKey() + "'",
                        () -> assertThat(parse(row.getKey())).isEqualTo(row.getValue())));
    }

    @Nested
    class Seconds {
        @Test
        void a_fraction_is_rounded_up_to_the_next_nanosecond() {
            assertThat(parse("0.000000001")).isEqualTo(Duration.ofNanos(1));
            assertThat(parse("0.0000000001")).isEqualTo(Duration.ofNanos(1));
            assertThat(parse("0.1234567890")).isEqualTo(Duration.ofNanos(123_456_789));
            assertThat(parse("0.12345678901")).isEqualTo(Duration.ofNanos(123_456_790));
            assertThat(parse("0.9999999991")).isEqualTo(Duration.ofSeconds(1));
            assertThat(parse("7.00000000000")).isEqualTo(Duration.ofSeconds(7));
            assertThat(parse("0.00000000000")).isNull();
        }

        // Public reports: carloluisito/omnidesk#146, workglow-dev/libs#758, elizaOS/eliza#23797: a huge number
        // overflowed the timer, and the call was repeated every millisecond.
        @Test
        void more_than_292_years_saturate_instead_of_overflowing() {
            assertThat(parse("9223372036.854775806")).isEqualTo(LONGEST.minusNanos(1));
            assertThat(parse("9223372036.854775807")).isEqualTo(LONGEST);
            assertThat(parse("9223372036.8547758071")).isEqualTo(LONGEST);
            assertThat(parse("9223372037")).isEqualTo(LONGEST);
            assertThat(parse("9999999999")).isEqualTo(LONGEST);
            assertThat(parse("9".repeat(400) + ".9")).isEqualTo(LONGEST);
            assertThat(parse("0".repeat(400) + "9")).isEqualTo(Duration.ofSeconds(9));
        }

        // Public report: openai/openai-java#853, #878: -1, or a date in the past, made the sleep throw.
        // Public report: mastra-ai/mastra#23778: "-3" and "+3" fell to a lenient date parser and became a year.
        @Test
        void signs_exponents_and_units_are_no_hint() {
            for (String text :
                    new String[] {"-1", "-3", "+3", "1e20", "1E3", "3s", "3 s", "1.5.5", "1..5", "1.-5", "∞", "3\n"}) {
                assertThat(parse(text)).as("'%s'", text).isNull();
            }
        }

        @Test
        void only_spaces_and_tabs_are_trimmed() {
            assertThat(parse("\t 5 \t")).isEqualTo(Duration.ofSeconds(5));
            assertThat(parse(" \t ")).isNull();
            assertThat(parse("\u00a05")).isNull();
            assertThat(parse("5\r")).isNull();
            assertThat(parse("5\u2003")).isNull();
        }
    }

    @Nested
    class Dates {
        @Test
        void the_wait_is_measured_to_the_nanosecond_from_now() {
            assertThat(RetryAfter.parse("Mon, 30 Nov 2026 12:00:30 GMT", NOW.plusNanos(1)))
                    .isEqualTo(Duration.ofSeconds(30).minusNanos(1));
        }

        // Public reports: curl/curl#15833 (a negative wait), will-ockmore/httpx-retries#13 (no wait at all),
        // openai/openai-java#853.
        @Test
        void a_date_that_is_not_ahead_is_no_hint() {
            assertThat(parse("Sun, 29 Nov 2026 12:00:30 GMT")).isNull();
            assertThat(parse("Thu, 01 Jan 1970 00:00:00 GMT")).isNull();
            assertThat(parse("Sat, 01 Jan 0000 00:00:00 GMT")).isNull();
        }

        @Test
        void the_longest_date_is_read_whatever_blanks_surround_it() {
            assertThat(parse(" ".repeat(40) + "Wednesday, 02-Dec-26 12:00:00 GMT" + "\t".repeat(40)))
                    .isEqualTo(Duration.ofDays(2));
        }

        @Test
        void a_date_too_far_ahead_saturates() {
            assertThat(parse("Fri, 31 Dec 9999 23:59:59 GMT")).isEqualTo(LONGEST);
        }

        @Test
        void the_responses_own_date_replaces_now() {
            String at = "Mon, 30 Nov 2026 12:00:30 GMT";
            assertThat(RetryAfter.parse(at, "Mon, 30 Nov 2026 11:59:30 GMT", NOW))
                    .isEqualTo(Duration.ofMinutes(1));
            assertThat(RetryAfter.parse(at, " Monday, 30-Nov-26 11:59:30 GMT\t", NOW))
                    .isEqualTo(Duration.ofMinutes(1));
            assertThat(RetryAfter.parse(at, "Mon, 30 Nov 2026 12:00:30 GMT", NOW))
                    .isNull();
            assertThat(RetryAfter.parse("30", "Mon, 30 Nov 2020 12:00:30 GMT", NOW))
                    .isEqualTo(Duration.ofSeconds(30));
        }

        @Test
        void a_date_header_that_is_no_http_date_is_ignored() {
            String at = "Mon, 30 Nov 2026 12:00:30 GMT";
            for (String date : new String[] {"", "yesterday", "0", "2026-11-30T11:59:30Z", " ".repeat(99)}) {
                assertThat(RetryAfter.parse(at, date, NOW)).as("'%s'", date).isEqualTo(Duration.ofSeconds(30));
            }
        }

        @Test
        void any_now_is_measured_from() {
            assertThat(RetryAfter.parse("Mon, 30 Nov 2026 12:00:30 GMT", Instant.MIN))
                    .isEqualTo(LONGEST);
            assertThat(RetryAfter.parse("Monday, 30-Nov-26 12:01:00 GMT", Instant.MIN))
                    .isEqualTo(LONGEST);
            assertThat(RetryAfter.parse("Fri, 31 Dec 9999 23:59:59 GMT", Instant.MAX))
                    .isNull();
            assertThat(RetryAfter.parse("Friday, 31-Dec-99 23:59:59 GMT", Instant.MAX))
                    .isNull();
        }
    }

    @Test
    @SuppressWarnings("NullAway") // The point of the test.
    void null_arguments_are_named() {
        assertThatThrownBy(() -> RetryAfter.parse(null, NOW))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("text");
        assertThatThrownBy(() -> RetryAfter.parse("1", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("now");
    }
}
