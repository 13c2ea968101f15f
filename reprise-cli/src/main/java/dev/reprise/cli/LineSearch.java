package dev.reprise.cli;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Searches an output for a regular expression line by line, as grep does, while it streams by. It keeps one line; of a
 * line longer than 64 KiB, pieces that overlap by half.
 */
final class LineSearch {
    private static final int LONGEST = 1 << 16;

    private final Pattern regex;
    private final byte[] line = new byte[LONGEST];
    private int length;
    private boolean found;
    private @Nullable String group;

    LineSearch(Pattern regex) {
        this.regex = regex;
    }

    synchronized void feed(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                search();
                length = 0;
                continue;
            }
            if (length == LONGEST) {
                search();
                length = LONGEST / 2;
                System.arraycopy(line, LONGEST - length, line, 0, length);
            }
            line[length++] = bytes[i];
        }
    }

    /** Tells whether a line matched so far, the one included that has not ended. */
    synchronized boolean found() {
        searchRest();
        return found;
    }

    /** Returns the first group of the last match, or null: there is none. */
    synchronized @Nullable String lastGroup() {
        searchRest();
        return group;
    }

    private void searchRest() {
        // After the last line feed there is no line, not even an empty one.
        if (length > 0) {
            search();
        }
    }

    private void search() {
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        Matcher matcher = regex.matcher(new String(line, 0, end, StandardCharsets.UTF_8));
        if (matcher.find()) {
            found = true;
            group = matcher.groupCount() > 0 ? matcher.group(1) : null;
        }
    }
}
