package dev.reprise.fetch;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Faults;
import dev.reprise.testkit.SeenRequest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every fault of the wire, and what is decided of it. */
class FetchDecisionsTest extends FetchScenario {
    @Test
    void a_page_is_a_success_with_its_length_digest_and_type() throws Exception {
        server.on("/page").answer(ok("hello").header("X", "y"));

        OutcomeLine line = only(fetch("/page"));

        assertThat(line.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(line.status()).isEqualTo(200);
        assertThat(line.bytes()).isEqualTo(5);
        assertThat(line.digest()).isEqualTo("sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        assertThat(line.type()).startsWith("text/plain");
        assertThat(line.attempts()).hasSize(1);
        assertThat(line.tag()).isNull();
    }

    @Test
    void a_blip_is_retried_in_the_same_run_after_the_schedule() throws Exception {
        server.on("/blip").answer(status(503), status(500), ok("at last"));

        OutcomeLine line = only(fetch("/blip"));

        assertThat(line.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(line.retries()).isEqualTo(2);
        assertThat(line.attempts()).extracting(a -> a.status()).containsExactly(503, 500, 200);
        assertThat(line.attempts().get(0).decision()).isEqualTo("retry");
        assertThat(line.attempts().get(0).delayMs()).isEqualTo(20);
        List<SeenRequest> seen = server.requests("/blip");
        assertThat(seen.get(0).until(seen.get(1))).isGreaterThanOrEqualTo(Duration.ofMillis(20));
    }

    @Test
    void a_url_whose_retries_run_out_is_deferred_and_sent_by_the_next_run() throws Exception {
        server.on("/down").answer(status(500));

        OutcomeLine line = only(fetch("/down"));
        assertThat(line.outcome()).isEqualTo(Outcome.DEFERRED);
        assertThat(line.tag()).isEqualTo("CRAWL_HTTP_500");
        assertThat(line.attempts()).hasSize(4);

        server.on("/down").answer(ok("up again"));
        assertThat(run().summary().success()).isEqualTo(1);
    }

    @Test
    void what_is_gone_for_good_is_never_sent_again() throws Exception {
        server.on("/gone").answer(status(410));
        server.on("/law").answer(status(451));

        Result first = fetch("/gone", "/law");
        assertThat(first.line(url("/gone")).tag()).isEqualTo("CRAWL_NOT_FOUND");
        assertThat(first.line(url("/law")).tag()).isEqualTo("RESTRICTED_TARGET");

        Result second = run();
        assertThat(second.summary().failedBefore()).isEqualTo(2);
        assertThat(server.requestCount()).isEqualTo(2);
    }

    @Test
    void every_fault_of_the_wire_has_its_tag() throws Exception {
        List<Fault> faults = List.of(
                new Fault("/reset-before", "CONNECTION_LOST", Outcome.DEFERRED, Faults.resetBeforeHeaders()),
                new Fault("/reset-in", "CONNECTION_LOST", Outcome.DEFERRED, Faults.resetInHeaders()),
                new Fault("/reset-after", "CONNECTION_LOST", Outcome.DEFERRED, Faults.resetAfterHeaders()),
                new Fault("/reset-body", "CONNECTION_LOST", Outcome.DEFERRED, Faults.resetInBody()),
                new Fault("/no-answer", "CONNECTION_LOST", Outcome.DEFERRED, Faults.noAnswer()),
                new Fault("/short", "SHORT_BODY", Outcome.DEFERRED, Faults.shortBody("half", 100)),
                new Fault("/chunk", "SHORT_BODY", Outcome.DEFERRED, Faults.truncatedChunked("half")),
                new Fault("/gzip", "SHORT_BODY", Outcome.DEFERRED, Faults.truncatedGzip("half of a page")),
                new Fault("/crc", "SHORT_BODY", Outcome.DEFERRED, Faults.badCrcGzip("a page")),
                new Fault(
                        "/two-lengths",
                        "SHORT_BODY",
                        Outcome.DEFERRED,
                        ok("hello").contentLength("5", "7")),
                new Fault(
                        "/no-number",
                        "SHORT_BODY",
                        Outcome.DEFERRED,
                        ok("hello").contentLength("five")),
                new Fault("/bomb", "TOO_LARGE", Outcome.FAILED, Faults.gzipBomb(50_000_000)),
                new Fault("/large", "TOO_LARGE", Outcome.FAILED, Answer.zeros(3_000_000)),
                new Fault("/loop", "TOO_MANY_REDIRECTS", Outcome.DEFERRED, Faults.redirectLoop(2)),
                new Fault("/300", "CRAWL_HTTP_300", Outcome.DEFERRED, status(300)),
                new Fault("/nowhere", "CRAWL_HTTP_302", Outcome.DEFERRED, status(302)),
                new Fault("/ftp", "CRAWL_HTTP_302", Outcome.DEFERRED, Faults.redirect("ftp://example.org/")),
                new Fault(
                        "/206", "CRAWL_HTTP_206", Outcome.DEFERRED, status(206).body("part")),
                new Fault("/401", "SOURCE_NOT_AVAILABLE", Outcome.DEFERRED, status(401)),
                new Fault("/418", "CRAWL_HTTP_418", Outcome.DEFERRED, status(418)),
                new Fault("/408", "CRAWL_HTTP_408", Outcome.DEFERRED, status(408)),
                new Fault("/425", "CRAWL_HTTP_425", Outcome.DEFERRED, status(425)));
        faults.forEach(fault -> server.on(fault.path()).answer(fault.rule()));

        Result run = fetch(
                fetch -> fetch.maxBytes(1_000_000),
                faults.stream().map(Fault::path).toArray(String[]::new));

        for (Fault fault : faults) {
            OutcomeLine line = run.line(url(fault.path()));
            assertThat(line.tag()).as(fault.path()).isEqualTo(fault.tag());
            assertThat(line.outcome()).as(fault.path()).isEqualTo(fault.outcome());
        }
        assertThat(run.line(url("/425")).retries()).as("425 is retried once").isEqualTo(1);
        assertThat(run.line(url("/short")).retries()).isEqualTo(3);
    }

    @Test
    void an_error_page_that_is_too_large_or_breaks_off_keeps_its_status_and_its_hint() throws Exception {
        server.on("/large").answer(status(429).retryAfter(Duration.ofHours(1)).body("x".repeat(5_000)));
        server.host(1)
                .on("/short")
                .answer(status(404).body("sorry").contentLength("500").closing());
        server.host(2)
                .on("/gzip")
                .answer(Faults.truncatedGzip("half of a page"), status(503).body("x".repeat(5_000)));
        String[] urls = {
            url("/large"),
            server.host(1).uri("/short").toString(),
            server.host(2).uri("/gzip").toString()
        };

        Result run = run(fetch -> fetch.maxBytes(1_000), list(urls));

        assertThat(run.line(urls[0]).tag()).isEqualTo("RATE_LIMITED");
        assertThat(run.line(urls[0]).notBefore()).isNotNull();
        assertThat(run.line(urls[1]).tag()).isEqualTo("CRAWL_NOT_FOUND");
        assertThat(run.line(urls[2]).tag()).isEqualTo("CRAWL_HTTP_503");
    }

    @Test
    void a_close_delimited_body_and_an_empty_one_are_successes() throws Exception {
        server.on("/close").answer(ok("until the end").closeDelimited());
        server.on("/empty").answer(status(204));
        server.on("/deflate").answer(ok("deflated").deflate());
        server.on("/raw").answer(ok("deflated").rawDeflate());
        server.on("/gzip").answer(ok("deflated").gzip());

        Result run = fetch("/close", "/empty", "/deflate", "/raw", "/gzip");

        assertThat(run.summary().success()).isEqualTo(5);
        assertThat(run.line(url("/close")).bytes()).isEqualTo(13);
        assertThat(run.line(url("/empty")).bytes()).isZero();
        assertThat(run.line(url("/deflate")).digest())
                .isEqualTo(run.line(url("/raw")).digest())
                .isEqualTo(run.line(url("/gzip")).digest());
    }

    @Test
    void a_connection_refused_and_a_name_that_does_not_resolve_are_left_for_the_next_run() throws Exception {
        int unused;
        try (java.net.ServerSocket socket = new java.net.ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        String refused = "http://127.0.0.1:" + unused + "/";
        String unknown = "http://no-such-name.invalid/";

        Result run = run(list(refused, unknown));

        assertThat(run.line(refused).tag()).isEqualTo("CONNECT_FAILED");
        assertThat(run.line(unknown).tag()).isEqualTo("DNS_FAILED");
        assertThat(run.summary().deferred()).isEqualTo(2);
    }

    @Test
    void a_stalled_answer_and_a_trickling_one_are_cut_off() throws Exception {
        server.on("/stall").answer(Faults.stalled());
        server.on("/trickle").answer(ok("x".repeat(1_000)).trickle(1, Duration.ofMillis(50)));

        Result run = fetch(
                fetch -> fetch.retries(0)
                        .perHost(2)
                        .responseTimeout(Duration.ofMillis(300))
                        .timeout(Duration.ofMillis(600)),
                "/stall",
                "/trickle");

        assertThat(run.line(url("/stall")).tag()).isEqualTo("CRAWL_TIMEOUT");
        assertThat(run.line(url("/trickle")).tag()).isEqualTo("CRAWL_TIMEOUT");
    }

    @Test
    void a_line_that_is_no_url_fails_for_good() throws Exception {
        Result run = run(list("ftp://example.org/", "not a url"));

        assertThat(run.line("ftp://example.org/").tag()).isEqualTo("UNSUPPORTED_URL");
        assertThat(run.summary().failed()).isEqualTo(2);
        assertThat(run().summary().failedBefore()).isEqualTo(2);
    }
}
