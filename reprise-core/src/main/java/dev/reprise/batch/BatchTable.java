package dev.reprise.batch;

import static dev.reprise.batch.BatchRow.defer;
import static dev.reprise.batch.BatchRow.fail;
import static dev.reprise.batch.BatchRow.retry;
import static dev.reprise.batch.BatchRow.stop;
import static dev.reprise.batch.BatchTable.Source.API;
import static dev.reprise.batch.BatchTable.Source.BOTH;
import static dev.reprise.batch.BatchTable.Source.DIRECT;
import static dev.reprise.batch.FailureKind.CONNECTION_LOST;
import static dev.reprise.batch.FailureKind.CONNECT_FAILED;
import static dev.reprise.batch.FailureKind.DNS_FAILED;
import static dev.reprise.batch.FailureKind.DNS_NOT_FOUND;
import static dev.reprise.batch.FailureKind.NO_CONTENT;
import static dev.reprise.batch.FailureKind.RESTRICTED_ROUTE;
import static dev.reprise.batch.FailureKind.RESTRICTED_URL;
import static dev.reprise.batch.FailureKind.ROBOTS_DISALLOWED;
import static dev.reprise.batch.FailureKind.SHORT_BODY;
import static dev.reprise.batch.FailureKind.TIMEOUT;
import static dev.reprise.batch.FailureKind.TLS_REFUSED;
import static dev.reprise.batch.FailureKind.TOO_LARGE;
import static dev.reprise.batch.FailureKind.TOO_MANY_REDIRECTS;
import static dev.reprise.batch.FailureKind.UNSUPPORTED_URL;
import static dev.reprise.batch.Match.kinds;
import static dev.reprise.batch.Match.statusRange;
import static dev.reprise.batch.Match.statuses;
import static dev.reprise.batch.Match.tags;

import dev.reprise.batch.BatchRow.Hold;
import java.util.List;
import java.util.function.Predicate;

/**
 * The table: what each signal means, in this run and in the next. The first row that matches decides.
 *
 * <p>A retry or a deferral is sent again by the next run, a failure never. A row without a tag keeps the signal's own:
 * {@code CRAWL_HTTP_nnn}, or the name of the failure kind. The tag {@code CRAWL_HTTP_nnn} itself is looked up as the
 * direct row of nnn.
 */
final class BatchTable {
    // spotless:off
    private static final List<Entry> ENTRIES = List.of(
            when(
                    BOTH,
                    statuses(429).or(tags("RATE_LIMITED")),
                    retry("429").tag("RATE_LIMITED").hinted(Hold.ALWAYS)),
            when(BOTH, statuses(503), retry("503").hinted(Hold.WITH_HINT)),
            when(BOTH, statusRange(500, 599).or(statuses(408)), retry("5xx, 408")),
            when(BOTH, statuses(425), retry("425").atMost(1)),
            when(BOTH, kinds(CONNECT_FAILED, CONNECTION_LOST), retry("connection failed or lost, TLS reset")),
            when(BOTH, kinds(SHORT_BODY), retry("short body, wrong Content-Length, broken or truncated gzip")),
            when(
                    BOTH,
                    kinds(TIMEOUT).or(tags("CRAWL_TIMEOUT", "CRAWL_LIVECRAWL_TIMEOUT")),
                    retry("time-out").tag("CRAWL_TIMEOUT")),
            when(BOTH, kinds(DNS_FAILED), retry("name not resolved")),
            when(BOTH, kinds(DNS_NOT_FOUND), fail("no such name, while another name resolved")),
            when(
                    BOTH,
                    statuses(404, 410).or(tags("CRAWL_NOT_FOUND")),
                    fail("404, 410").tag("CRAWL_NOT_FOUND")),
            when(
                    BOTH,
                    statuses(451).or(tags("RESTRICTED_TARGET")).or(kinds(ROBOTS_DISALLOWED, RESTRICTED_URL)),
                    fail("451, robots, or the guard refuses the URL").tag("RESTRICTED_TARGET")),
            when(
                    BOTH,
                    kinds(RESTRICTED_ROUTE),
                    defer("the guard refuses what DNS or a redirect led to").tag("RESTRICTED_TARGET")),
            when(
                    BOTH,
                    kinds(UNSUPPORTED_URL).or(tags("CRAWL_NOT_RENDERED", "UNSUPPORTED_CONTENT_TYPE")),
                    fail("not fetchable: no absolute http(s) URL, not rendered, unsupported type")),
            when(BOTH, kinds(TLS_REFUSED), fail("certificate refused")),
            when(BOTH, kinds(TOO_LARGE), fail("too large")),
            when(BOTH, kinds(TOO_MANY_REDIRECTS), defer("hop limit, or a redirect loop")),
            when(DIRECT, statuses(401, 402, 403), defer("401, 402, 403").tag("SOURCE_NOT_AVAILABLE")),
            when(BOTH, tags("SOURCE_NOT_AVAILABLE"), defer("source not available")),
            when(API, statuses(401, 402, 403), stop("401, 402, 403 of the API").tag("ACCOUNT_STOPPED")),
            when(API, statuses(400), defer("400 of the API").tag("API_REFUSED")),
            when(
                    API,
                    statusRange(200, 205).or(statusRange(207, 299)),
                    defer("2xx of the API without content").tag("CRAWL_UNKNOWN_ERROR")),
            when(
                    BOTH,
                    kinds(NO_CONTENT),
                    defer("2xx of the API without content").tag("CRAWL_UNKNOWN_ERROR")),
            when(BOTH, statusRange(100, 999), defer("any other status")),
            when(BOTH, signal -> true, defer("anything unknown").tag("CRAWL_UNKNOWN_ERROR")));
    // spotless:on

    private BatchTable() {}

    /** Return the row of a signal. */
    static BatchRow rowOf(Source source, Signal signal) {
        for (Entry entry : ENTRIES) {
            if (entry.isOf(source) && entry.when.test(signal)) {
                return entry.row;
            }
        }
        throw new AssertionError("the last row of the table matches every signal");
    }

    /** Return every row of a source, in the order they are tried. */
    static List<BatchRow> rows(Source source) {
        return ENTRIES.stream()
                .filter(entry -> entry.isOf(source))
                .map(Entry::row)
                .distinct()
                .toList();
    }

    private static Entry when(Source source, Predicate<Signal> when, BatchRow row) {
        return new Entry(source, when, row);
    }

    /** Where a signal comes from. */
    enum Source {
        DIRECT,
        API,
        BOTH
    }

    private record Entry(Source source, Predicate<Signal> when, BatchRow row) {
        boolean isOf(Source other) {
            return source == BOTH || source == other;
        }
    }
}
