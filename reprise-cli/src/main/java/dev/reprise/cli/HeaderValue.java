package dev.reprise.cli;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A header given as {@code 'Name: value'}; the last word of the value may be {@code env:NAME}.
 *
 * @param name the header's name
 * @param value the value as given
 */
record HeaderValue(String name, String value) {
    private static final Pattern ENVIRONMENT = Pattern.compile("(.*\\s|)env:([A-Za-z_][A-Za-z0-9_]*)");
    private static final Set<String> SECRET = Set.of("authorization", "proxy-authorization", "cookie", "x-api-key");

    /** Returns the value to send, read from the environment where it says so. */
    String resolved(Map<String, String> environment) {
        Matcher variable = ENVIRONMENT.matcher(value);
        if (!variable.matches()) {
            return value;
        }
        String read = environment.get(variable.group(2));
        if (read == null || read.isBlank()) {
            throw new IllegalArgumentException("-H " + name + ": the environment variable `" + variable.group(2)
                    + "` is not set; allowed is one that holds the value");
        }
        return variable.group(1) + read.strip();
    }

    /** Tells whether a secret stands in the arguments, where every user of the machine can read it. */
    boolean isLeaked() {
        return SECRET.contains(name.toLowerCase(Locale.ROOT))
                && !ENVIRONMENT.matcher(value).matches();
    }

    /** Reads the option. */
    static final class Reader implements ITypeConverter<HeaderValue> {
        @Override
        public HeaderValue convert(String text) {
            int colon = text.indexOf(':');
            if (colon <= 0 || text.substring(0, colon).isBlank()) {
                throw new TypeConversionException("`" + text + "` is refused; allowed is 'Name: value'");
            }
            return new HeaderValue(
                    text.substring(0, colon).strip(), text.substring(colon + 1).strip());
        }
    }
}
