package dev.reprise.fetch.internal.journal;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Hold what a later run must know of a journal line.
 *
 * @param offset where the line begins, in bytes
 * @param key the URL's normal form
 * @param finalUrl where redirects led, or null
 * @param outcome what became of the URL
 * @param tag the failure's tag, or null
 * @param status the last HTTP status, or 0 without an answer
 * @param attempted whether the run sent it at all
 * @param notBefore when it may be sent again at the earliest, or null
 * @param bytes the size of the body, or {@link OutcomeLine#NO_BYTES}
 * @param file the file that holds the body, or null
 * @param run the run that wrote the line
 */
public record JournalEntry(
        long offset,
        String key,
        @Nullable String finalUrl,
        Outcome outcome,
        @Nullable String tag,
        int status,
        boolean attempted,
        @Nullable Instant notBefore,
        long bytes,
        @Nullable String file,
        String run) {}
