package dev.reprise.fetch;

import java.io.IOException;

/** Report that a run cannot go on since its list, its journal or its disk is not usable; the message says what to do. */
public final class FetchUnusableException extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * Make the report.
     *
     * @param message what is not usable, why, and what to do
     * @param cause what the system said, or null
     */
    public FetchUnusableException(String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
    }
}
