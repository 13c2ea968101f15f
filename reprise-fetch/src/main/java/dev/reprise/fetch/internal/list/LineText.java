package dev.reprise.fetch.internal.list;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the URL text in the bytes of one line: no byte order mark (lists are concatenated, so it may stand at any line's
 * start), no white space around it, no comment. A number sign begins a comment at the start and after white space;
 * elsewhere it is a fragment.
 */
final class LineText {
    /** How much of a line that is too long is shown. */
    static final int SHOWN = 1024;

    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String REPLACEMENT = "\uFFFD";

    private final byte[] bytes;
    private final int to;
    private final int start;
    private final int end;
    private final int comment;
    private final boolean isCut;

    private LineText(byte[] bytes, int from, int to, boolean isCut) {
        this.bytes = bytes;
        this.to = to;
        this.isCut = isCut;
        this.start = afterSpace(bytes, afterMark(bytes, from, to), to);
        this.comment = commentStart(bytes, start, to);
        int last = comment;
        while (last > start && isSpace(bytes[last - 1])) {
            last--;
        }
        this.end = last;
    }

    /** Looks at a whole line, of which only so much counts as a URL may be long. */
    static LineText of(byte[] bytes, int from, int to) {
        int kept = Math.min(to, from + UrlList.MAX_LINE);
        return new LineText(bytes, from, kept, kept < to);
    }

    /** Tells whether the line names nothing: it is blank or a comment. */
    boolean isEmpty() {
        return start == end && !isTooLong();
    }

    boolean isComment() {
        return isEmpty() && start < to;
    }

    ListLine line(long offset) {
        if (isTooLong()) {
            String shown = decode(Math.min(end, start + SHOWN));
            return new ListLine(offset, shown, "the line is longer than " + UrlList.MAX_LINE + " bytes");
        }
        String text = decode(end);
        return new ListLine(offset, text, problem(text));
    }

    private boolean isTooLong() {
        return isCut && comment == to;
    }

    private String decode(int until) {
        return new String(bytes, start, until - start, StandardCharsets.UTF_8);
    }

    private @Nullable String problem(String text) {
        if (!text.contains(REPLACEMENT)) {
            return null;
        }
        byte[] again = text.getBytes(StandardCharsets.UTF_8);
        boolean valid = Arrays.equals(again, 0, again.length, bytes, start, end);
        return valid ? null : "the line is not UTF-8";
    }

    private static int afterMark(byte[] bytes, int from, int to) {
        return to - from >= MARK.length && Arrays.equals(bytes, from, from + MARK.length, MARK, 0, MARK.length)
                ? from + MARK.length
                : from;
    }

    private static int afterSpace(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && isSpace(bytes[i])) {
            i++;
        }
        return i;
    }

    private static int commentStart(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '#' && (i == from || isSpace(bytes[i - 1]))) {
                return i;
            }
        }
        return to;
    }

    private static boolean isSpace(byte b) {
        return b >= 0 && b <= ' ';
    }
}
