package dev.reprise.fetch.internal.url;

import java.nio.charset.StandardCharsets;

/** Writes the path and query of a normal form: dot segments resolved, what may not stand in a URL percent-encoded. */
final class UrlText {
    private static final String HEX = "0123456789ABCDEF";

    private UrlText() {}

    static boolean mustEscape(char c) {
        return c <= ' ' || c >= 0x7F;
    }

    /** Tells whether a slash at this index begins the segment "." or "..". */
    static boolean isDotSegment(String text, int slash, int end) {
        int i = slash + 1;
        if (i >= end || text.charAt(i) != '.') {
            return false;
        }
        i++;
        if (i < end && text.charAt(i) == '.') {
            i++;
        }
        return i == end || text.charAt(i) == '/';
    }

    /** Appends a path that begins with a slash, or is empty. */
    static void appendPath(StringBuilder out, String text, int from, int to) {
        int root = out.length();
        int segment = from;
        while (segment < to) {
            int next = text.indexOf('/', segment + 1);
            int end = next < 0 || next > to ? to : next;
            if (isDotSegment(text, segment, to)) {
                if (end - segment == 3) {
                    out.setLength(Math.max(root, out.lastIndexOf("/")));
                }
                if (end == to) {
                    out.append('/');
                }
            } else {
                appendEscaped(out, text, segment, end);
            }
            segment = end;
        }
        if (out.length() == root) {
            out.append('/');
        }
    }

    static void appendEscaped(StringBuilder out, String text, int from, int to) {
        int i = from;
        while (i < to) {
            char c = text.charAt(i);
            if (!mustEscape(c)) {
                out.append(c);
                i++;
            } else {
                int codePoint = text.codePointAt(i);
                i += Character.charCount(codePoint);
                appendUtf8(out, isSurrogate(codePoint) ? 0xFFFD : codePoint);
            }
        }
    }

    static void appendEscape(StringBuilder out, int octet) {
        out.append('%').append(HEX.charAt(octet >> 4 & 0xF)).append(HEX.charAt(octet & 0xF));
    }

    /** Half a pair has no UTF-8; it becomes U+FFFD, as in the URL Standard. */
    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    private static void appendUtf8(StringBuilder out, int codePoint) {
        if (codePoint < 0x80) {
            appendEscape(out, codePoint);
        } else {
            for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
                appendEscape(out, octet);
            }
        }
    }
}
