package dev.reprise.fetch.internal.journal;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Turn outcome lines into JSON and back. */
public final class OutcomeCodec {
    private OutcomeCodec() {}

    /**
     * Encode a line. {@link JournalWriter#append(OutcomeLine)} does the same without a copy.
     *
     * @param line the line
     * @return its UTF-8 bytes, with the line feed
     * @throws IllegalArgumentException if an instant is not in the years 0 to 9999
     */
    public static byte[] encode(OutcomeLine line) {
        Objects.requireNonNull(line, "line");
        OutcomeEncoder encoder = new OutcomeEncoder();
        encoder.encode(line);
        return Arrays.copyOf(encoder.bytes(), encoder.length());
    }

    /**
     * Decode a line; fields it does not know are passed over.
     *
     * @param text the line, with or without line feed
     * @return the line, or empty if this is no sound outcome line
     */
    public static Optional<OutcomeLine> decode(String text) {
        Objects.requireNonNull(text, "text");
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            return Optional.of(OutcomeDecoder.line(bytes, 0, bytes.length));
        } catch (DamagedLineException e) {
            return Optional.empty();
        }
    }
}
