package dev.reprise.fetch.internal.list;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hold one line of a list that names a URL.
 *
 * @param offset where the line begins, in bytes from the start of the list
 * @param text the URL text: without comment and white space around it; of a line with a problem, what can be shown
 * @param problem why this can be no URL, whatever the text looks like; null if it may be one
 */
public record ListLine(long offset, String text, @Nullable String problem) {
    /** {@inheritDoc} */
    public ListLine {
        Objects.requireNonNull(text, "text");
    }
}
