package dev.reprise.http;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Read how long a server asked to wait: a {@code Retry-After} header, by a closed grammar.
 *
 * <p>Spaces and tabs around the text are dropped. What is left is either ASCII digits, optionally a point and more
 * digits: seconds, a fraction rounded up to the next nanosecond, always, so that {@code 20261130} is no date; or a date
 * in one of the three forms of RFC 9110, section 5.6.7. Anything else is no hint, and so is zero, a date that is not
 * ahead, or a negative number. A hint longer than {@link Long#MAX_VALUE} nanoseconds (292 years) saturates there.
 *
 * <p>Reading takes time linear in the text and never throws, whatever the text.
 */
public final class RetryAfter {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final int NANO_DIGITS = 9;

    private RetryAfter() {}

    /**
     * Read one header value; a date is measured from {@code now}.
     *
     * @param text the value, as received
     * @param now the instant at which the response was read
     * @return the hint, longer than zero; or null: the text gives none
     */
    public static @Nullable Duration parse(String text, Instant now) {
        return parse(text, null, now);
    }

    /**
     * Read one header value; a date is measured from the response's own {@code Date}, so that a wrong clock on either
     * side does no harm.
     *
     * @param text the value, as received
     * @param date the response's {@code Date} header; null, or text that is no HTTP date, measures from {@code now}
     * @param now the instant at which the response was read; it also picks the century of two-digit years
     * @return the hint, longer than zero; or null: the text gives none
     */
    public static @Nullable Duration parse(String text, @Nullable String date, Instant now) {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(now, "now");
        return parse((CharSequence) text, date, now);
    }

    /** As above, of any characters: a test counts how often they are read. */
    static @Nullable Duration parse(CharSequence text, @Nullable String date, Instant now) {
        int from = skipBlanks(text);
        int to = dropBlanks(text, from);
        if (from < to && isDigit(text.charAt(from))) {
            return seconds(text, from, to);
        }
        Instant at = httpDate(text, now);
        if (at == null) {
            return null;
        }
        Instant sent = date == null ? null : httpDate(date, now);
        return usable(Duration.between(sent == null ? now : sent, at));
    }

    /**
     * Find the hint among a response's headers: of {@code Retry-After}, then {@code X-Retry-After}, in any case, the
     * first value that is not blank decides, usable or not.
     *
     * @param headers the headers, such as {@code HttpResponse.headers().map()}; null names and values are skipped
     * @param now the instant at which the response was read
     * @return the hint, longer than zero; or null: there is none, or it is not usable
     */
    public static @Nullable Duration find(Map<String, List<String>> headers, Instant now) {
        Objects.requireNonNull(headers, "headers");
        return find(name -> Headers.first(headers, name), now);
    }

    /**
     * Find the hint in the same way, through a look-up by name.
     *
     * @param header gives the first value of a header, or null if there is none; must ignore the case of the name
     * @param now the instant at which the response was read
     * @return the hint, longer than zero; or null: there is none, or it is not usable
     */
    public static @Nullable Duration find(Function<String, @Nullable String> header, Instant now) {
        Objects.requireNonNull(header, "header");
        Objects.requireNonNull(now, "now");
        String text = header.apply("Retry-After");
        if (isBlank(text)) {
            text = header.apply("X-Retry-After");
        }
        return text == null || isBlank(text) ? null : parse(text, header.apply("Date"), now);
    }

    static boolean isBlank(@Nullable CharSequence text) {
        return text == null || skipBlanks(text) == text.length();
    }

    private static @Nullable Duration seconds(CharSequence text, int from, int to) {
        long seconds = 0;
        int at = from;
        for (; at < to && isDigit(text.charAt(at)); at++) {
            // One more digit than the longest hint has is enough to saturate, and cannot overflow.
            seconds = Math.min(seconds * 10 + (text.charAt(at) - '0'), LONGEST.toSeconds() + 1);
        }
        if (at == to) {
            return usable(Duration.ofSeconds(seconds));
        }
        if (text.charAt(at) != '.' || at + 1 == to) {
            return null;
        }
        long nanos = 0;
        boolean more = false;
        int first = at + 1;
        for (at = first; at < to; at++) {
            char digit = text.charAt(at);
            if (!isDigit(digit)) {
                return null;
            }
            if (at - first < NANO_DIGITS) {
                nanos = nanos * 10 + (digit - '0');
            } else {
                more |= digit != '0';
            }
        }
        for (int digits = to - first; digits < NANO_DIGITS; digits++) {
            nanos *= 10;
        }
        return usable(Duration.ofSeconds(seconds, more ? nanos + 1 : nanos));
    }

    private static @Nullable Instant httpDate(CharSequence text, Instant now) {
        int from = skipBlanks(text);
        int to = dropBlanks(text, from);
        return to - from > HttpDate.MAX_LENGTH
                ? null
                : HttpDate.parse(text.subSequence(from, to).toString(), now);
    }

    static @Nullable Duration usable(Duration hint) {
        if (hint.isZero() || hint.isNegative()) {
            return null;
        }
        return hint.compareTo(LONGEST) > 0 ? LONGEST : hint;
    }

    private static int skipBlanks(CharSequence text) {
        int from = 0;
        while (from < text.length() && isBlank(text.charAt(from))) {
            from++;
        }
        return from;
    }

    private static int dropBlanks(CharSequence text, int from) {
        int to = text.length();
        while (to > from && isBlank(text.charAt(to - 1))) {
            to--;
        }
        return to;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
