package dev.reprise.fetch.internal.journal;

import org.jspecify.annotations.Nullable;

/** Say that a journal cannot be used, or not any longer: another run holds it, it is no journal, the disk is full. */
public final class JournalUnusableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Make the failure.
     *
     * @param message names the journal and says what is wrong
     */
    public JournalUnusableException(String message) {
        this(message, null);
    }

    /**
     * Make the failure.
     *
     * @param message names the journal and says what is wrong
     * @param cause what was thrown, or null
     */
    public JournalUnusableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
