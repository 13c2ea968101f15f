package dev.reprise.jobs.postgres;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes text that PostgreSQL takes: no NUL, no half of a surrogate pair; each becomes U+FFFD. */
final class Texts {
    private static final char REPLACEMENT = '\uFFFD';
    private static final int SHORT = 200;

    private Texts() {}

    static @Nullable String safe(@Nullable String text) {
        return text == null || isSafe(text) ? text : replaced(text);
    }

    /** The smallest form: what no database refuses, whatever its encoding. */
    static @Nullable String smallest(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String cut = text.substring(0, Math.min(SHORT, text.length()));
        return new String(cut.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII).replace('\0', '?');
    }

    /** An array of texts as PostgreSQL spells it, or null: none. */
    static @Nullable String arrayLiteral(List<String> texts) {
        if (texts.isEmpty()) {
            return null;
        }
        StringBuilder literal = new StringBuilder("{");
        for (String text : texts) {
            literal.append(literal.length() == 1 ? "\"" : ",\"");
            literal.append(text.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
        }
        return literal.append('}').toString();
    }

    private static boolean isSafe(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    private static String replaced(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().map(c -> c == 0 || isSurrogate(c) ? REPLACEMENT : c).forEach(safe::appendCodePoint);
        return safe.toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
