package dev.reprise.fetch.internal.journal;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hold one attempt of an outcome line.
 *
 * @param n which attempt of this run, counted from 1
 * @param at when it began; written in milliseconds
 * @param ms how long it took, in milliseconds
 * @param status the HTTP status, or 0 without an answer
 * @param error what went wrong, in words; null if nothing did
 * @param decision what was decided then: {@code retry}, {@code defer}, {@code fail} or {@code stop}; null after a success
 * @param delayMs the delay of a retry, in milliseconds, or {@link #NO_DELAY}
 * @param why the rule that decided, in words, or null
 */
public record OutcomeAttempt(
        int n,
        Instant at,
        long ms,
        int status,
        @Nullable String error,
        @Nullable String decision,
        long delayMs,
        @Nullable String why) {
    /** Stand for the delay of what is no retry; the field is left out then. */
    public static final long NO_DELAY = -1;

    /** {@inheritDoc} */
    public OutcomeAttempt {
        Objects.requireNonNull(at, "at");
    }
}
