package dev.reprise.cli;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Durations;
import dev.reprise.policy.RetryPolicy;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the values of options; what it refuses becomes one line behind the option's name. */
final class Converters {
    private Converters() {}

    /** Reads a schedule. */
    static final class ToBackoff implements ITypeConverter<Backoff> {
        @Override
        public Backoff convert(String text) {
            return read("schedule", text, Backoff::parse);
        }
    }

    /** Reads a retry policy. */
    static final class ToPolicy implements ITypeConverter<RetryPolicy> {
        @Override
        public RetryPolicy convert(String text) {
            return read("policy", text, RetryPolicy::parse);
        }
    }

    /** Reads an instant in ISO form. */
    static final class ToInstant implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return Instant.parse(text);
            } catch (DateTimeException refused) {
                throw new TypeConversionException(
                        "`" + text + "` is refused; allowed is an instant such as 2026-11-30T08:30:00Z");
            }
        }
    }

    /** Reads a duration in any form, zero or more. */
    static final class ToDuration implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return read("duration", text, Durations::parse);
        }
    }

    /** Reads a duration with its unit: for a limit in a shell, a bare number is most likely meant as seconds. */
    static final class ToLimit implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9') && !text.equals("0")) {
                throw new TypeConversionException("`" + text + "` is refused; say the unit, such as " + text + "s");
            }
            return read("duration", text, Durations::parse);
        }
    }

    /** Reads a duration that something may take at most. */
    static final class ToTimeout implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            Duration timeout = new ToLimit().convert(text);
            if (timeout.compareTo(Duration.ofMillis(1)) < 0) {
                throw new TypeConversionException("`" + text + "` is refused; allowed is 1ms or more");
            }
            return timeout;
        }
    }

    /** Reads a whole number from 1 to a million. */
    static final class ToCount implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) whole(text, 1, 1_000_000);
        }
    }

    /** Reads a number of retries. */
    static final class ToRetries implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) whole(text, 0, 1_000);
        }
    }

    /** Reads a number of redirects. */
    static final class ToRedirects implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) whole(text, 0, 50);
        }
    }

    /** Reads a number of requests in flight. */
    static final class ToConnections implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) whole(text, 1, 10_000);
        }
    }

    /** Reads a number of attempts. */
    static final class ToAttempts implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return (int) whole(text, 1, 32_766);
        }
    }

    /** Reads statuses of failed commands, with commas between them. */
    static final class ToStatuses implements ITypeConverter<Statuses> {
        @Override
        public Statuses convert(String text) {
            TreeSet<Integer> statuses = new TreeSet<>();
            for (String word : text.split(",", -1)) {
                statuses.add((int) whole(word.strip(), 1, ExitStatus.MOST));
            }
            return new Statuses(statuses);
        }
    }

    /** Reads a regular expression. */
    static final class ToRegex implements ITypeConverter<Pattern> {
        @Override
        public Pattern convert(String text) {
            return regex(text);
        }
    }

    static Pattern regex(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException refused) {
            String where = refused.getIndex() < 0 ? "" : " at position " + (refused.getIndex() + 1);
            throw new TypeConversionException(
                    "`" + text + "` is no regular expression: " + refused.getDescription() + where);
        }
    }

    private static long whole(String text, long least, long most) {
        try {
            long number = Long.parseLong(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // refused below
        }
        throw new TypeConversionException(
                "`" + text + "` is refused; allowed is a whole number from " + least + " to " + most);
    }

    /** The option's own name stands before the message: the engine's name of the whole value would repeat it. */
    private static <T> T read(String noun, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            String message = String.valueOf(refused.getMessage());
            String prefix = noun + ": ";
            throw new TypeConversionException(
                    message.startsWith(prefix) ? message.substring(prefix.length()) : message);
        }
    }
}
