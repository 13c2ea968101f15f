package dev.reprise.http;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Read a date in exactly the three forms of RFC 9110, section 5.6.7: IMF-fixdate, RFC 850, asctime.
 *
 * <p>Names are English and case-sensitive, days have two digits (in asctime a space may stand for the first), the zone
 * is {@code GMT}. A weekday must be one, but not the right one. Second 60 is read as 59. The two-digit year of RFC 850
 * is the latest that puts the date at most 50 years ahead.
 */
final class HttpDate {
    /** The length of the longest form, {@code Wednesday, 30-Nov-26 12:00:00 GMT}. */
    static final int MAX_LENGTH = 33;

    private static final List<String> DAYS = List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");
    private static final List<String> LONG_DAYS =
            List.of("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final int YEARS_AHEAD = 50;
    private static final int CENTURY = 100;
    private static final long FIRST_SECOND = LocalDateTime.of(0, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);
    private static final long LAST_SECOND =
            LocalDateTime.of(9999, 12, 31, 23, 59, 59).toEpochSecond(ZoneOffset.UTC);

    private final String text;
    private int at;
    private int year;
    private int month;
    private int day;
    private int hour;
    private int minute;
    private int second;

    private HttpDate(String text) {
        this.text = text;
    }

    static @Nullable Instant parse(String text, Instant now) {
        HttpDate date = new HttpDate(text);
        LocalDateTime found = null;
        if (date.isImfFixdate() || date.isAsctime()) {
            found = date.dateTime();
        } else if (date.isRfc850()) {
            found = date.dateTimeOfTwoDigitYear(now);
        }
        return found == null ? null : found.toInstant(ZoneOffset.UTC);
    }

    private boolean isImfFixdate() {
        at = 0;
        return oneOf(DAYS) >= 0
                && literal(", ")
                && (day = digits(2)) > 0
                && literal(" ")
                && (month = 1 + oneOf(MONTHS)) > 0
                && literal(" ")
                && (year = digits(4)) >= 0
                && literal(" ")
                && time()
                && literal(" GMT")
                && at == text.length();
    }

    private boolean isRfc850() {
        at = 0;
        return oneOf(LONG_DAYS) >= 0
                && literal(", ")
                && (day = digits(2)) > 0
                && literal("-")
                && (month = 1 + oneOf(MONTHS)) > 0
                && literal("-")
                && (year = digits(2)) >= 0
                && literal(" ")
                && time()
                && literal(" GMT")
                && at == text.length();
    }

    private boolean isAsctime() {
        at = 0;
        return oneOf(DAYS) >= 0
                && literal(" ")
                && (month = 1 + oneOf(MONTHS)) > 0
                && literal(" ")
                && (day = literal(" ") ? digits(1) : digits(2)) > 0
                && literal(" ")
                && time()
                && literal(" ")
                && (year = digits(4)) >= 0
                && at == text.length();
    }

    private boolean time() {
        return (hour = digits(2)) >= 0
                && literal(":")
                && (minute = digits(2)) >= 0
                && literal(":")
                && (second = digits(2)) >= 0;
    }

    private @Nullable LocalDateTime dateTime() {
        if (hour > 23
                || minute > 59
                || second > 60
                || day > YearMonth.of(year, month).lengthOfMonth()) {
            return null;
        }
        return LocalDateTime.of(year, month, day, hour, minute, Math.min(second, 59));
    }

    private @Nullable LocalDateTime dateTimeOfTwoDigitYear(Instant now) {
        long seconds = Math.max(FIRST_SECOND, Math.min(now.getEpochSecond(), LAST_SECOND));
        LocalDateTime latest =
                LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC).plusYears(YEARS_AHEAD);
        year = latest.getYear() - Math.floorMod(latest.getYear() - year, CENTURY);
        LocalDateTime found = dateTime();
        return found != null && found.isAfter(latest) ? found.minusYears(CENTURY) : found;
    }

    private boolean literal(String expected) {
        if (!text.startsWith(expected, at)) {
            return false;
        }
        at += expected.length();
        return true;
    }

    /** Read that many ASCII digits: the number, or -1. */
    private int digits(int count) {
        if (text.length() - at < count) {
            return -1;
        }
        int number = 0;
        for (int end = at + count; at < end; at++) {
            char digit = text.charAt(at);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            number = number * 10 + (digit - '0');
        }
        return number;
    }

    /** Read one of the names: its index, or -1. */
    private int oneOf(List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            if (literal(names.get(i))) {
                return i;
            }
        }
        return -1;
    }
}
