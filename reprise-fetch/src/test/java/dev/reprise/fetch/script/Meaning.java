package dev.reprise.fetch.script;

import dev.reprise.fetch.internal.journal.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What the table of decisions says of an answer, written down anew.
 *
 * @param outcome what becomes of a URL that gets no other answer
 * @param tag the tag, or null for a success
 * @param retries how often it is tried again in one run
 */
record Meaning(Outcome outcome, @Nullable String tag, int retries) {
    static final Meaning SUCCESS = new Meaning(Outcome.SUCCESS, null, 0);
    static final Meaning LOST = retry("CONNECTION_LOST");
    static final Meaning SHORT = retry("SHORT_BODY");
    static final Meaning TIMEOUT = retry("CRAWL_TIMEOUT");
    static final Meaning REFUSED = retry("CONNECT_FAILED");
    static final Meaning TOO_LARGE = fail("TOO_LARGE");
    static final Meaning UNSUPPORTED = fail("UNSUPPORTED_URL");
    static final Meaning TOO_MANY_REDIRECTS = defer("TOO_MANY_REDIRECTS");

    /** The host asked to be left alone for longer than a run waits: this URL was the one that heard it. */
    static final Meaning TOLD_TO_WAIT = defer("RATE_LIMITED");

    /** The host asked to be left alone for longer than a run waits, before this URL's turn came. */
    static final Meaning NOT_ASKED = new Meaning(Outcome.DEFERRED, null, 0);

    static Meaning of(int status) {
        return switch (status) {
            case 200, 203, 204 -> SUCCESS;
            case 404, 410 -> fail("CRAWL_NOT_FOUND");
            case 451 -> fail("RESTRICTED_TARGET");
            case 401, 402, 403 -> defer("SOURCE_NOT_AVAILABLE");
            case 425 -> new Meaning(Outcome.DEFERRED, "CRAWL_HTTP_425", 1);
            case 429 -> retry("RATE_LIMITED");
            case 408, 500, 502, 503, 504, 520 -> retry("CRAWL_HTTP_" + status);
            default -> defer("CRAWL_HTTP_" + status);
        };
    }

    private static Meaning retry(String tag) {
        return new Meaning(Outcome.DEFERRED, tag, 3);
    }

    private static Meaning fail(String tag) {
        return new Meaning(Outcome.FAILED, tag, 0);
    }

    private static Meaning defer(String tag) {
        return new Meaning(Outcome.DEFERRED, tag, 0);
    }
}
