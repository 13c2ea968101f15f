package dev.reprise.cli;

import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Where a command's output says how long to wait.
 *
 * @param stream which output
 * @param regex its first group is the time
 */
record HintSource(Stream stream, Pattern regex) {
    /** An output of a command. */
    enum Stream {
        STDOUT,
        STDERR;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Reads {@code STREAM:REGEX}. */
    static final class Reader implements ITypeConverter<HintSource> {
        @Override
        public HintSource convert(String text) {
            for (Stream stream : Stream.values()) {
                String prefix = stream.word() + ":";
                if (text.startsWith(prefix)) {
                    return new HintSource(stream, withGroup(text.substring(prefix.length())));
                }
            }
            throw new TypeConversionException("`" + text
                    + "` is refused; allowed is stderr:REGEX or stdout:REGEX, such as stderr:'Retry-After: (.*)'");
        }

        private static Pattern withGroup(String text) {
            Pattern regex = Converters.regex(text);
            if (regex.matcher("").groupCount() == 0) {
                throw new TypeConversionException("`" + text + "` has no group; allowed is a regular expression whose"
                        + " first group is the time, such as 'Retry-After: (.*)'");
            }
            return regex;
        }
    }
}
