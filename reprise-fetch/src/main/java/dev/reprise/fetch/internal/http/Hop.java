package dev.reprise.fetch.internal.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tell what became of one request. */
public sealed interface Hop {
    /**
     * Hold a complete answer.
     *
     * @param status the HTTP status
     * @param location the Location header, or null
     * @param retryAfter the Retry-After header (else X-Retry-After) as sent, or null
     * @param date the Date header as sent, or null
     * @param type the Content-Type header as sent, or null
     * @param cookies the Set-Cookie headers
     * @param bytes the length of the decoded body
     * @param digest the digest of the decoded body
     */
    record Answer(
            int status,
            @Nullable String location,
            @Nullable String retryAfter,
            @Nullable String date,
            @Nullable String type,
            List<String> cookies,
            long bytes,
            String digest)
            implements Hop {}

    /**
     * Hold why there is no complete answer.
     *
     * @param cause what went wrong
     * @param timedOut true if the attempt's own deadline cut it off
     */
    record Broken(Throwable cause, boolean timedOut) implements Hop {}

    /** Say that nothing was sent, since the host was put on hold in the meantime. */
    record NotSent() implements Hop {}
}
