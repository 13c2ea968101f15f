package dev.reprise.backoff;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Read and write durations as people write them: {@code 500ms}, {@code 15s}, {@code 1m30s}, {@code 2h}, {@code 1d},
 * {@code 2w}, also {@code us} and {@code ns}. A bare number is milliseconds; a day has 24 hours.
 *
 * <p>Numbers are whole and ASCII, units are in lower case, the longest first, each at most once. Refused are fractions,
 * signs, months and years, which have no fixed length.
 */
public final class Durations {
    private static final List<Unit> UNITS = List.of(
            new Unit("w", "week", Duration.ofDays(7)),
            new Unit("d", "day", Duration.ofDays(1)),
            new Unit("h", "hour", Duration.ofHours(1)),
            new Unit("m", "minute", Duration.ofMinutes(1)),
            new Unit("s", "second", Duration.ofSeconds(1)),
            new Unit("ms", "millisecond", Duration.ofMillis(1)),
            new Unit("us", "microsecond", Duration.ofNanos(1_000)),
            new Unit("ns", "nanosecond", Duration.ofNanos(1)));
    private static final Pattern BARE = Pattern.compile("[0-9]+");
    private static final Pattern COMPACT_PART = Pattern.compile("([0-9]+)(ms|us|ns|[wdhms])");
    private static final Pattern WORD_PART = Pattern.compile(
            "([0-9]+) (week|day|hour|minute|second|millisecond|microsecond|nanosecond)s?(?: (?=[0-9])|$)");
    private static final String ALLOWED =
            "a whole number of milliseconds, or numbers with units (w, d, h, m, s, ms, us, ns) such as 500ms or 1m30s";

    private Durations() {}

    /**
     * Read a duration in any form: compact, in words ({@code 15 minutes}, {@code 1 day}), or ISO-8601 ({@code PT15M}).
     *
     * @param text the text, without blanks around it
     * @return the duration, zero or more
     * @throws IllegalArgumentException if the text is no such duration, or too long a one for {@link Duration}
     */
    public static Duration parse(String text) {
        Objects.requireNonNull(text, "text");
        Duration duration = text.startsWith("P") ? iso(text) : compact(text);
        if (duration == null) {
            duration = sum(text, WORD_PART);
        }
        if (duration == null) {
            throw refused("duration", text, ALLOWED + ", or 15 minutes, or PT15M");
        }
        return duration;
    }

    /**
     * Read a duration in the compact form, the only one that schedules and policies have in their text.
     *
     * @param text the text, without blanks
     * @return the duration, zero or more
     * @throws IllegalArgumentException if the text is no such duration, or too long a one for {@link Duration}
     */
    public static Duration parseCompact(String text) {
        return parseCompact("duration", text);
    }

    /**
     * Read the compact form of a named setting.
     *
     * @param setting the name that a refusal begins with
     * @param text the text, without blanks
     * @return the duration, zero or more
     * @throws IllegalArgumentException if the text is no such duration, or too long a one for {@link Duration}
     */
    public static Duration parseCompact(String setting, String text) {
        Objects.requireNonNull(setting, "setting");
        Objects.requireNonNull(text, "text");
        Duration duration = compact(text);
        if (duration == null) {
            throw refused(setting, text, ALLOWED);
        }
        return duration;
    }

    /**
     * Write a duration in the compact form; {@link #parse} reads it back as the same duration.
     *
     * @param duration zero or more
     * @return such as {@code 1m30s}; whole weeks are written as weeks, zero is {@code 0s}
     * @throws IllegalArgumentException if the duration is negative
     */
    public static String format(Duration duration) {
        Objects.requireNonNull(duration, "duration");
        if (duration.isNegative()) {
            throw refused("duration", duration.toString(), "zero or more");
        }
        if (duration.isZero()) {
            return "0s";
        }
        StringBuilder text = new StringBuilder();
        Duration rest = duration;
        for (Unit unit : UNITS) {
            long count = rest.dividedBy(unit.size());
            Duration left = rest.minus(unit.size().multipliedBy(count));
            boolean weeksAndMore = unit.symbol().equals("w") && !left.isZero();
            if (count > 0 && !weeksAndMore) {
                text.append(count).append(unit.symbol());
                rest = left;
            }
        }
        return text.toString();
    }

    static boolean isCompact(String text) {
        return compact(text) != null;
    }

    private static @Nullable Duration compact(String text) {
        return BARE.matcher(text).matches() ? times(text, Duration.ofMillis(1)) : sum(text, COMPACT_PART);
    }

    private static @Nullable Duration iso(String text) {
        if (text.indexOf('-') >= 0 || text.indexOf('+') >= 0) {
            return null;
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeException notIso) {
            return null;
        }
    }

    /** Adds up numbers with units, the longest unit first; null if the text is something else. */
    private static @Nullable Duration sum(String text, Pattern part) {
        Duration sum = Duration.ZERO;
        int nextUnit = 0;
        int at = 0;
        Matcher matcher = part.matcher(text);
        while (matcher.region(at, text.length()).lookingAt()) {
            int unit = indexOf(matcher.group(2));
            if (unit < nextUnit) {
                return null;
            }
            Duration term = times(matcher.group(1), UNITS.get(unit).size());
            if (term == null) {
                return null;
            }
            try {
                sum = sum.plus(term);
            } catch (ArithmeticException tooLong) {
                return null;
            }
            nextUnit = unit + 1;
            at = matcher.end();
        }
        return at == 0 || at < text.length() ? null : sum;
    }

    private static @Nullable Duration times(String digits, Duration unit) {
        try {
            return unit.multipliedBy(Long.parseLong(digits));
        } catch (NumberFormatException | ArithmeticException tooLong) {
            return null;
        }
    }

    private static int indexOf(String name) {
        for (int i = 0; i < UNITS.size(); i++) {
            Unit unit = UNITS.get(i);
            if (name.equals(unit.symbol()) || name.equals(unit.word())) {
                return i;
            }
        }
        throw new AssertionError(name);
    }

    private static IllegalArgumentException refused(String setting, String given, String allowed) {
        return new IllegalArgumentException(setting + ": `" + given + "` is not a duration; allowed is " + allowed);
    }

    private record Unit(String symbol, String word, Duration size) {}
}
