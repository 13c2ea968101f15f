package dev.reprise.internal;

import org.jspecify.annotations.Nullable;

/** Ask a throwable for its cause or its message: both may be overridden by foreign code, which may throw. */
public final class Causes {
    private Causes() {}

    /**
     * Return the cause of a throwable.
     *
     * @param throwable any throwable
     * @return its cause, or null if it has none or cannot tell
     */
    public static @Nullable Throwable of(Throwable throwable) {
        try {
            return throwable.getCause();
        } catch (RuntimeException broken) {
            return null;
        }
    }

    /**
     * Return the message of a throwable.
     *
     * @param throwable any throwable
     * @return its message, or "" if it has none or cannot tell
     */
    public static String message(Throwable throwable) {
        try {
            String message = throwable.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException broken) {
            return "";
        }
    }
}
