package dev.reprise.jobs.worker;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Texts that every database takes: no NUL, no half of a surrogate pair, not longer than 8 KiB in UTF-8. */
final class SafeText {
    static final int MAX_BYTES = 8 * 1024;

    private static final int MAX_FRAMES = 8;
    private static final int MAX_CAUSES = 8;
    private static final char REPLACEMENT = '\uFFFD';

    private SafeText() {}

    /** Makes a text safe, and cuts it. */
    static String of(String text) {
        StringBuilder safe = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isPair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (isPair) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                safe = safe == null ? new StringBuilder(text) : safe;
                safe.setCharAt(i, REPLACEMENT);
            }
        }
        return cut(safe == null ? text : safe.toString());
    }

    /** Makes a text safe if there is one. */
    static @Nullable String orNull(@Nullable String text) {
        return text == null ? null : of(text);
    }

    /** Says what was thrown: class, message and first frames, of it and of its causes. */
    static String of(Throwable failure) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        int depth = 0;
        for (Throwable t = failure; t != null && seen.add(t) && depth < MAX_CAUSES; t = cause(t)) {
            out.print(depth++ == 0 ? "" : "\nCaused by: ");
            out.print(t.getClass().getName());
            String message = message(t);
            if (message != null) {
                out.print(": ");
                out.print(message.length() > MAX_BYTES ? message.substring(0, MAX_BYTES) : message);
            }
            StackTraceElement[] frames = t.getStackTrace();
            for (int i = 0; i < Math.min(frames.length, MAX_FRAMES); i++) {
                out.print("\n\tat ");
                out.print(frames[i]);
            }
        }
        return of(text.toString());
    }

    /** A failure of the user's own may fail to say what it is. */
    private static @Nullable String message(Throwable t) {
        try {
            return t.getMessage();
        } catch (RuntimeException | StackOverflowError broken) {
            return "(its message cannot be read)";
        }
    }

    private static @Nullable Throwable cause(Throwable t) {
        try {
            return t.getCause();
        } catch (RuntimeException | StackOverflowError broken) {
            return null;
        }
    }

    private static String cut(String text) {
        if (text.length() * 3L <= MAX_BYTES) {
            return text;
        }
        CharsetEncoder encoder = StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer from = CharBuffer.wrap(text);
        // Stops before the first character that does not fit as a whole.
        encoder.encode(from, ByteBuffer.allocate(MAX_BYTES), true);
        return text.substring(0, from.position());
    }
}
