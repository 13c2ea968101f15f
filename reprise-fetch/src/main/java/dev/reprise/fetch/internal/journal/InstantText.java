package dev.reprise.fetch.internal.journal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;

/** Writes and reads instants as {@code 2026-11-30T12:00:00.000Z}; faster than the general formatter. */
final class InstantText {
    static final int LENGTH = 24;
    private static final int SECONDS_OF_DAY = 86_400;
    private static final long FIRST_DAY = LocalDate.of(0, 1, 1).toEpochDay();
    private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();
    private static final String PATTERN = "0000-00-00T00:00:00.000Z";

    private final char[] text = PATTERN.toCharArray();
    private long day = Long.MIN_VALUE;

    /** Returns the characters, which the next call overwrites; parts of a millisecond are dropped. */
    char[] format(Instant instant) {
        long second = instant.getEpochSecond();
        long epochDay = Math.floorDiv(second, SECONDS_OF_DAY);
        if (epochDay != day) {
            if (epochDay < FIRST_DAY || epochDay > LAST_DAY) {
                throw new IllegalArgumentException("instant: " + instant + " is not in the years 0 to 9999");
            }
            LocalDate date = LocalDate.ofEpochDay(epochDay);
            digits(0, 4, date.getYear());
            digits(5, 2, date.getMonthValue());
            digits(8, 2, date.getDayOfMonth());
            day = epochDay;
        }
        int ofDay = (int) Math.floorMod(second, (long) SECONDS_OF_DAY);
        digits(11, 2, ofDay / 3600);
        digits(14, 2, ofDay / 60 % 60);
        digits(17, 2, ofDay % 60);
        digits(20, 3, instant.getNano() / 1_000_000);
        return text;
    }

    static Instant parse(String text) throws DamagedLineException {
        try {
            return hasPattern(text) ? parsePattern(text) : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new DamagedLineException("not an instant: " + text);
        }
    }

    private static Instant parsePattern(String text) {
        int hour = number(text, 11, 13);
        int minute = number(text, 14, 16);
        int second = number(text, 17, 19);
        if (hour > 23 || minute > 59 || second > 59) {
            throw new DateTimeException("time of day");
        }
        long day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
                .toEpochDay();
        long seconds = day * SECONDS_OF_DAY + (hour * 60L + minute) * 60 + second;
        return Instant.ofEpochSecond(seconds, number(text, 20, 23) * 1_000_000L);
    }

    private static boolean hasPattern(String text) {
        if (text.length() != LENGTH) {
            return false;
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            char wanted = PATTERN.charAt(i);
            if (wanted == '0' ? c < '0' || c > '9' : c != wanted) {
                return false;
            }
        }
        return true;
    }

    private static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            value = value * 10 + text.charAt(i) - '0';
        }
        return value;
    }

    private void digits(int at, int count, int value) {
        int rest = value;
        for (int i = at + count - 1; i >= at; i--) {
            text[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
