package dev.reprise.fetch.internal.journal;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hold one line of the journal: what became of one URL in one run. The last line of a URL wins.
 *
 * @param url the URL as first spelled, trimmed
 * @param norm its normal form, or null if it is the same text
 * @param finalUrl the URL that answered after redirects, or null
 * @param outcome what became of it
 * @param tag the failure's tag, or null
 * @param status the last HTTP status, or 0 without an answer
 * @param retries how many retries this run made
 * @param attempts the attempts of this run
 * @param notBefore when it may be sent again at the earliest, or null; written in milliseconds
 * @param bytes the size of the body after content-decoding, or {@link #NO_BYTES}
 * @param digest the digest of these bytes, or null
 * @param type the content type as sent, or null
 * @param file the file that holds the body, or null
 * @param ms how long it took in all, in milliseconds
 * @param run the run that wrote the line
 */
public record OutcomeLine(
        String url,
        @Nullable String norm,
        @Nullable String finalUrl,
        Outcome outcome,
        @Nullable String tag,
        int status,
        int retries,
        List<OutcomeAttempt> attempts,
        @Nullable Instant notBefore,
        long bytes,
        @Nullable String digest,
        @Nullable String type,
        @Nullable String file,
        long ms,
        String run) {
    /** Stand for the size of a body that is none; the field is left out then. */
    public static final long NO_BYTES = -1;

    /** {@inheritDoc} */
    public OutcomeLine {
        Objects.requireNonNull(url, "url");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(run, "run");
        attempts = List.copyOf(attempts);
        norm = url.equals(norm) ? null : norm;
    }

    /**
     * Return the key for resume and duplicates.
     *
     * @return the normal form
     */
    public String key() {
        return norm == null ? url : norm;
    }
}
