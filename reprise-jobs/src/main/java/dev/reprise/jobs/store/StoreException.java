package dev.reprise.jobs.store;

import java.util.Objects;

/** Report that a store could not be reached, or refused. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Report it.
     *
     * @param message what was tried
     * @param cause what went wrong
     */
    public StoreException(String message, Throwable cause) {
        super(Objects.requireNonNull(message, "message"), Objects.requireNonNull(cause, "cause"));
    }
}
