package dev.reprise.fetch.internal.journal;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What became of one URL in one run. */
public enum Outcome {
    /** Fetched. */
    SUCCESS,
    /** Final: never sent again. */
    FAILED,
    /** Sent again by the next run. */
    DEFERRED,
    /** The job stopped before it was tried. */
    SKIPPED;

    private static final Outcome[] ALL = values();

    private final String word = name().toLowerCase(Locale.ROOT);

    /**
     * Return the word that stands in the journal.
     *
     * @return the name in lower case
     */
    public String word() {
        return word;
    }

    /** Returns the outcome of this word, or null. */
    static @Nullable Outcome ofWord(String word) {
        for (Outcome outcome : ALL) {
            if (outcome.word.equals(word)) {
                return outcome;
            }
        }
        return null;
    }
}
