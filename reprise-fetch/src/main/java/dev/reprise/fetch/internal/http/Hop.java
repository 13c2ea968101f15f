package dev.reprise.fetch.internal.http;

import dev.reprise.batch.FailureKind;
import dev.reprise.batch.Signal;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.ProtocolException;
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
     * @param bytes the length of the decoded body; -1 if it did not come whole, which only a success must
     * @param digest the digest of the decoded body, or null
     */
    record Answer(
            int status,
            @Nullable String location,
            @Nullable String retryAfter,
            @Nullable String date,
            @Nullable String type,
            List<String> cookies,
            long bytes,
            @Nullable String digest)
            implements Hop {}

    /**
     * Hold why there is no complete answer.
     *
     * @param cause what went wrong
     * @param timedOut true if the attempt's own deadline cut it off
     */
    record Broken(Throwable cause, boolean timedOut) implements Hop {
        /** Say what kind of failure this is. */
        public Signal signal() {
            if (timedOut) {
                return Signal.failure(FailureKind.TIMEOUT);
            }
            if (cause instanceof TooLargeException) {
                return Signal.failure(FailureKind.TOO_LARGE);
            }
            return cause instanceof BrokenEncodingException || wrongLength()
                    ? Signal.failure(FailureKind.SHORT_BODY)
                    : Signal.of(cause);
        }

        // HttpCore has one type for all that is not HTTP; only its words tell a length that is no length.
        private boolean wrongLength() {
            String message = cause.getMessage();
            return cause instanceof ProtocolException
                    && message != null
                    && message.toLowerCase(Locale.ROOT).replace('-', ' ').contains("content length");
        }

        /** Say what went wrong, for the journal. */
        public String words() {
            if (timedOut) {
                return "the attempt took longer than allowed";
            }
            String message = cause.getMessage();
            String name = cause.getClass().getSimpleName();
            return message == null ? name : name + ": " + message;
        }
    }

    /** Say that nothing was sent, since the host was put on hold in the meantime. */
    record NotSent() implements Hop {}
}
