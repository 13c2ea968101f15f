package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HttpDateTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private static @Nullable Instant parse(String text) {
        return HttpDate.parse(text, NOW);
    }

    private static void assertRefused(String... texts) {
        for (String text : texts) {
            assertThat(parse(text)).as("'%s'", text).isNull();
        }
    }

    @Test
    void the_three_forms_give_the_same_instant() {
        Instant expected = Instant.parse("2026-12-03T08:49:37Z");
        assertThat(parse("Thu, 03 Dec 2026 08:49:37 GMT")).isEqualTo(expected);
        assertThat(parse("Thursday, 03-Dec-26 08:49:37 GMT")).isEqualTo(expected);
        assertThat(parse("Thu Dec  3 08:49:37 2026")).isEqualTo(expected);
        assertThat(parse("Thu Dec 03 08:49:37 2026")).isEqualTo(expected);
    }

    @Test
    void every_weekday_and_month_is_known_in_both_lengths() {
        String[] days = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
        String[] months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
        for (String day : days) {
            for (int month = 1; month <= 12; month++) {
                Instant expected = Instant.parse("2027-%02d-15T01:02:03Z".formatted(month));
                String name = months[month - 1];
                String shortDay = day.substring(0, 3);
                assertThat(parse(shortDay + ", 15 " + name + " 2027 01:02:03 GMT"))
                        .isEqualTo(expected);
                assertThat(parse(day + ", 15-" + name + "-27 01:02:03 GMT")).isEqualTo(expected);
                assertThat(parse(shortDay + " " + name + " 15 01:02:03 2027")).isEqualTo(expected);
            }
        }
    }

    @Test
    void a_wrong_weekday_is_accepted_but_no_invented_one() {
        assertThat(parse("Sun, 30 Nov 2026 12:00:30 GMT")).isEqualTo(NOW.plusSeconds(30));
        assertRefused(
                "Foo, 30 Nov 2026 12:00:30 GMT", "Monday, 30 Nov 2026 12:00:30 GMT", "Mon, 30-Nov-26 12:00:30 GMT");
    }

    @Test
    void a_leap_second_is_read_as_the_second_before_it() {
        assertThat(parse("Thu, 31 Dec 2026 23:59:60 GMT")).isEqualTo(Instant.parse("2026-12-31T23:59:59Z"));
        assertRefused(
                "Thu, 31 Dec 2026 23:59:61 GMT", "Thu, 31 Dec 2026 23:60:00 GMT", "Thu, 31 Dec 2026 24:00:00 GMT");
    }

    @Test
    void days_must_be_in_their_month() {
        assertThat(parse("Tue, 29 Feb 2028 00:00:00 GMT")).isEqualTo(Instant.parse("2028-02-29T00:00:00Z"));
        assertRefused(
                "Mon, 29 Feb 2027 00:00:00 GMT",
                "Mon, 31 Nov 2026 00:00:00 GMT",
                "Mon, 00 Nov 2026 00:00:00 GMT",
                "Mon, 32 Dec 2026 00:00:00 GMT",
                "Monday, 29-Feb-27 00:00:00 GMT",
                "Mon Feb 30 00:00:00 2027");
    }

    @Test
    void names_and_the_zone_are_case_sensitive_english() {
        assertRefused(
                "mon, 30 Nov 2026 12:00:30 GMT",
                "Mon, 30 nov 2026 12:00:30 GMT",
                "Mon, 30 NOV 2026 12:00:30 GMT",
                "Mon, 30 Nov 2026 12:00:30 gmt",
                "Mo, 30 Nov 2026 12:00:30 GMT",
                "Mon, 30 Dez 2026 12:00:30 GMT");
    }

    @Test
    void other_zones_are_refused() {
        assertRefused(
                "Mon, 30 Nov 2026 12:00:30 UTC",
                "Mon, 30 Nov 2026 12:00:30 UT",
                "Mon, 30 Nov 2026 12:00:30 +0000",
                "Mon, 30 Nov 2026 12:00:30 EST",
                "Mon, 30 Nov 2026 12:00:30 GMT+1",
                "Mon, 30 Nov 2026 12:00:30",
                "Mon Nov 30 12:02:00 GMT 2026");
    }

    @Test
    void digits_are_counted_and_ascii() {
        assertRefused(
                "Mon, 3 Dec 2026 12:00:30 GMT",
                "Mon,  3 Dec 2026 12:00:30 GMT",
                "Mon Dec 3 12:00:30 2026",
                "Mon Dec  03 12:00:30 2026",
                "Mon, 30 Nov 26 12:00:30 GMT",
                "Mon, 30 Nov 12026 12:00:30 GMT",
                "Monday, 30-Nov-2026 12:00:30 GMT",
                "Mon, 30 Nov 2026 1:00:30 GMT",
                "Mon, 30 Nov 2026 12:00 GMT",
                "Mon, 30 Nov 2026 12:00:30.5 GMT",
                "Mon, ٣٠ Nov 2026 12:00:30 GMT",
                "Mon, +3 Nov 2026 12:00:30 GMT",
                "Mon, 30 Nov -026 12:00:30 GMT");
    }

    @Test
    void separators_are_exact() {
        assertRefused(
                "Mon 30 Nov 2026 12:00:30 GMT",
                "Mon,30 Nov 2026 12:00:30 GMT",
                "Mon, 30  Nov 2026 12:00:30 GMT",
                "Mon, 30 Nov 2026  12:00:30 GMT",
                "Mon, 30 Nov 2026T12:00:30 GMT",
                "Mon, 30 Nov 2026 12.00.30 GMT",
                "Mon, 30 Nov 2026 12:00:30GMT",
                "Mon, 30 Nov 2026 12:00:30 GMT ",
                "Mon, 30 Nov 2026 12:00:30 GMT, 5",
                "2026-11-30T12:00:30Z",
                "");
    }

    // Public report: dart-lang/http#1951: year 26 was read as 1926.
    @Test
    void a_two_digit_year_is_at_most_50_years_ahead() {
        assertThat(parse("Monday, 30-Nov-26 12:01:00 GMT")).isEqualTo(Instant.parse("2026-11-30T12:01:00Z"));
        assertThat(parse("Sunday, 30-Nov-75 12:01:00 GMT")).isEqualTo(Instant.parse("2075-11-30T12:01:00Z"));
        assertThat(parse("Monday, 30-Nov-76 12:00:00 GMT")).isEqualTo(Instant.parse("2076-11-30T12:00:00Z"));
        assertThat(parse("Monday, 30-Nov-76 12:00:01 GMT")).isEqualTo(Instant.parse("1976-11-30T12:00:01Z"));
        assertThat(parse("Monday, 01-Jan-77 00:00:00 GMT")).isEqualTo(Instant.parse("1977-01-01T00:00:00Z"));
        assertThat(parse("Friday, 31-Dec-99 23:59:59 GMT")).isEqualTo(Instant.parse("1999-12-31T23:59:59Z"));
    }

    @Test
    void a_two_digit_year_crosses_the_turn_of_the_century() {
        assertThat(HttpDate.parse("Friday, 01-Jan-00 00:00:30 GMT", Instant.parse("2099-12-31T23:59:59Z")))
                .isEqualTo(Instant.parse("2100-01-01T00:00:30Z"));
        assertThat(HttpDate.parse("Friday, 31-Dec-99 23:59:59 GMT", Instant.parse("2000-01-01T00:00:00Z")))
                .isEqualTo(Instant.parse("1999-12-31T23:59:59Z"));
    }
}
