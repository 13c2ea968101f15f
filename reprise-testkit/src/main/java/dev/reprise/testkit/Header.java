package dev.reprise.testkit;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * Hold one header line.
 *
 * @param name the name, spelled as on the wire
 * @param value the value without surrounding white space; sent as UTF-8, received as ISO-8859-1
 */
public record Header(String name, String value) {
    private static final Set<String> FRAMING = Set.of("content-length", "transfer-encoding");

    /** {@inheritDoc} */
    public Header {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
    }

    /** Checks a header of an answer: a line break or a second framing header would be an accident, not a fault. */
    static Header toSend(String name, String value) {
        Header header = new Header(name, value);
        if (name.isEmpty() || name.chars().anyMatch(c -> c <= ' ' || c == ':' || c > '~')) {
            throw new IllegalArgumentException(
                    "name: \"" + name + "\"; allowed is an ASCII token (Answer.raw sends any)");
        }
        if (value.chars().anyMatch(c -> c == '\r' || c == '\n')) {
            throw new IllegalArgumentException("value: of " + name + " has a line break (Answer.raw sends any)");
        }
        if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("name: " + name
                    + " belongs to the framing; allowed are contentLength(...), chunked(), closeDelimited()");
        }
        return header;
    }

    boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }
}
