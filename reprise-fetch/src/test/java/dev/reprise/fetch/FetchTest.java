package dev.reprise.fetch;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.AnswerRule;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.FaultServerOptions;
import dev.reprise.testkit.Faults;
import dev.reprise.testkit.SeenRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against real faults of a real server on loopback. */
class FetchTest {
    private static final Backoff QUICK = Backoff.parse("constant 20ms");

    private final FaultServer server =
            FaultServer.start(FaultServerOptions.defaults().hosts(3));

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    @Nested
    class Decisions {
        @Test
        void a_page_is_a_success_with_its_length_digest_and_type() throws Exception {
            server.on("/page").answer(ok("hello").header("X", "y"));

            OutcomeLine line = only(fetch("/page"));

            assertThat(line.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(line.status()).isEqualTo(200);
            assertThat(line.bytes()).isEqualTo(5);
            assertThat(line.digest())
                    .isEqualTo("sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
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
            assertThat(run().summary.success()).isEqualTo(1);
        }

        @Test
        void what_is_gone_for_good_is_never_sent_again() throws Exception {
            server.on("/gone").answer(status(410));
            server.on("/law").answer(status(451));

            Run first = fetch("/gone", "/law");
            assertThat(first.line(url("/gone")).tag()).isEqualTo("CRAWL_NOT_FOUND");
            assertThat(first.line(url("/law")).tag()).isEqualTo("RESTRICTED_TARGET");

            Run second = run();
            assertThat(second.summary.failedBefore()).isEqualTo(2);
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
                            "/206",
                            "CRAWL_HTTP_206",
                            Outcome.DEFERRED,
                            status(206).body("part")),
                    new Fault("/401", "SOURCE_NOT_AVAILABLE", Outcome.DEFERRED, status(401)),
                    new Fault("/418", "CRAWL_HTTP_418", Outcome.DEFERRED, status(418)),
                    new Fault("/408", "CRAWL_HTTP_408", Outcome.DEFERRED, status(408)),
                    new Fault("/425", "CRAWL_HTTP_425", Outcome.DEFERRED, status(425)));
            faults.forEach(fault -> server.on(fault.path).answer(fault.rule));

            Run run = fetch(
                    fetch -> fetch.maxBytes(1_000_000),
                    faults.stream().map(Fault::path).toArray(String[]::new));

            for (Fault fault : faults) {
                OutcomeLine line = run.line(url(fault.path));
                assertThat(line.tag()).as(fault.path).isEqualTo(fault.tag);
                assertThat(line.outcome()).as(fault.path).isEqualTo(fault.outcome);
            }
            assertThat(run.line(url("/425")).retries())
                    .as("425 is retried once")
                    .isEqualTo(1);
            assertThat(run.line(url("/short")).retries()).isEqualTo(3);
        }

        @Test
        void a_close_delimited_body_and_an_empty_one_are_successes() throws Exception {
            server.on("/close").answer(ok("until the end").closeDelimited());
            server.on("/empty").answer(status(204));
            server.on("/deflate").answer(ok("deflated").deflate());
            server.on("/raw").answer(ok("deflated").rawDeflate());
            server.on("/gzip").answer(ok("deflated").gzip());

            Run run = fetch("/close", "/empty", "/deflate", "/raw", "/gzip");

            assertThat(run.summary.success()).isEqualTo(5);
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

            Run run = run(list(refused, unknown));

            assertThat(run.line(refused).tag()).isEqualTo("CONNECT_FAILED");
            assertThat(run.line(unknown).tag()).isEqualTo("DNS_FAILED");
            assertThat(run.summary.deferred()).isEqualTo(2);
        }

        @Test
        void a_stalled_answer_and_a_trickling_one_are_cut_off() throws Exception {
            server.on("/stall").answer(Faults.stalled());
            server.on("/trickle").answer(ok("x".repeat(1_000)).trickle(1, Duration.ofMillis(50)));

            Run run = fetch(
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
            Run run = run(list("ftp://example.org/", "not a url"));

            assertThat(run.line("ftp://example.org/").tag()).isEqualTo("UNSUPPORTED_URL");
            assertThat(run.summary.failed()).isEqualTo(2);
            assertThat(run().summary.failedBefore()).isEqualTo(2);
        }
    }

    @Nested
    class Redirects {
        @Test
        void a_redirect_is_followed_and_the_final_url_is_noted() throws Exception {
            server.on("/old").answer(Faults.redirect("/new"));
            server.on("/new").answer(ok("moved"));

            OutcomeLine line = only(fetch("/old"));

            assertThat(line.outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(line.finalUrl()).isEqualTo(url("/new"));
            assertThat(line.attempts()).hasSize(1);
        }

        @Test
        void five_redirects_are_followed_and_six_are_not() throws Exception {
            server.on("/five").answer(Faults.redirectChain(5, ok("end")));
            server.on("/six").answer(Faults.redirectChain(6, ok("end")));

            Run run = fetch("/five", "/six");

            assertThat(run.line(url("/five")).outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(run.line(url("/six")).tag()).isEqualTo("TOO_MANY_REDIRECTS");
        }

        @Test
        void a_cookie_wall_is_passed_since_cookies_live_within_one_attempt() throws Exception {
            server.on("/wall").answer((AnswerRule)
                    request -> request.header("Cookie").isPresent()
                            ? ok("welcome " + request.header("Cookie").orElseThrow())
                            : Faults.redirect("/wall").header("Set-Cookie", "seen=1; Path=/"));

            Run run = fetch("/wall");

            assertThat(only(run).outcome()).isEqualTo(Outcome.SUCCESS);
            assertThat(server.requests("/wall")).hasSize(2);
        }

        @Test
        void sensitive_headers_stay_at_home_when_a_redirect_leaves_the_origin() throws Exception {
            server.on("/away").answer(Faults.redirect(server.host(1).uri("/there")));
            server.host(1).on("/there").answer(ok("x"));

            fetch(fetch -> fetch.header("Authorization", "secret").header("X-Team", "web"), "/away");

            assertThat(server.requests("/away").get(0).header("Authorization")).contains("secret");
            SeenRequest there = server.host(1).requests("/there").get(0);
            assertThat(there.header("Authorization")).isEmpty();
            assertThat(there.header("X-Team")).contains("web");
        }

        @Test
        void a_hint_on_a_redirect_holds_the_host_that_answered() throws Exception {
            server.on("/away")
                    .answer(Faults.redirect(server.host(1).uri("/there")).retryAfter(Duration.ofSeconds(1)));
            server.on("/next").answer(ok("x"));
            server.host(1).on("/there").answer(ok("x"));

            fetch("/away", "/next");

            SeenRequest away = server.requests("/away").get(0);
            assertThat(away.until(server.requests("/next").get(0))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(away.until(server.host(1).requests("/there").get(0))).isLessThan(Duration.ofMillis(900));
        }
    }

    @Nested
    class HoldingBack {
        @Test
        void a_429_holds_the_whole_host_for_its_hint_and_nobody_else() throws Exception {
            server.on("/limited").answer(status(429).retryAfter(Duration.ofSeconds(1)), ok("now"));
            server.on("/other").answer(ok("x"));
            server.host(1).on("/free").answer(ok("x"));

            Run run = run(list(
                    url("/limited"), url("/other"), server.host(1).uri("/free").toString()));

            assertThat(run.summary.success()).isEqualTo(3);
            SeenRequest limited = server.requests("/limited").get(0);
            assertThat(limited.until(server.requests("/limited").get(1))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(limited.until(server.requests("/other").get(0))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(limited.until(server.host(1).requests("/free").get(0))).isLessThan(Duration.ofMillis(900));
        }

        @Test
        void a_503_without_a_hint_holds_only_its_url() throws Exception {
            server.on("/blip").answer(status(503), ok("x"));
            server.on("/other").answer(ok("x"));

            run(fetch -> fetch.schedule(Backoff.parse("constant 700ms")), list(url("/blip"), url("/other")));

            SeenRequest blip = server.requests("/blip").get(0);
            assertThat(blip.until(server.requests("/other").get(0))).isLessThan(Duration.ofMillis(600));
        }

        @Test
        void a_hint_longer_than_the_longest_wait_defers_the_rest_of_the_host_at_once() throws Exception {
            server.on("/limited").answer(status(429).retryAfter(Duration.ofHours(1)));
            String[] paths = Stream.concat(
                            Stream.of("/limited"),
                            Stream.iterate(1, i -> i + 1).limit(200).map(i -> "/page" + i))
                    .toArray(String[]::new);
            Instant before = Instant.now();

            Run run = fetch(paths);

            assertThat(server.requestCount()).isEqualTo(1);
            assertThat(run.summary.deferred()).isEqualTo(201);
            OutcomeLine rest = run.line(url("/page200"));
            assertThat(rest.attempts()).isEmpty();
            assertThat(rest.notBefore())
                    .isBetween(before.plusSeconds(3_595), Instant.now().plusSeconds(3_600));
            assertThat(run.line(url("/limited")).attempts()).hasSize(1);
        }

        @Test
        void a_later_run_goes_on_with_the_hold_and_writes_nothing_new() throws Exception {
            server.on("/limited").answer(status(429).retryAfter(Duration.ofHours(1)));
            fetch("/limited", "/a", "/b");
            byte[] journal = Files.readAllBytes(journal());

            Run second = run();

            assertThat(server.requestCount()).isEqualTo(1);
            assertThat(second.summary.waiting()).isEqualTo(3);
            assertThat(second.summary.left()).isEqualTo(3);
            assertThat(Files.readAllBytes(journal())).isEqualTo(journal);
        }

        @Test
        void a_run_that_outlasts_the_hold_sends_what_it_had_deferred_and_writes_a_second_line() throws Exception {
            server.on("/limited").answer(status(429).retryAfter(Duration.ofSeconds(1)), ok("x"));
            server.on("/rest").answer(ok("x"));
            server.host(1).on("/slow").answer(ok("x").delay(Duration.ofMillis(1_600)));

            Run run = run(
                    fetch -> fetch.maxWait(Duration.ofMillis(500)),
                    list(
                            url("/limited"),
                            url("/rest"),
                            server.host(1).uri("/slow").toString()));

            assertThat(run.summary.success()).isEqualTo(3);
            assertThat(run.all)
                    .extracting(OutcomeLine::outcome)
                    .containsExactlyInAnyOrder(
                            Outcome.DEFERRED, Outcome.DEFERRED, Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SUCCESS);
        }

        @Test
        void only_as_many_requests_are_in_flight_to_a_host_as_it_may_have() throws Exception {
            server.fallback(ok("x").delay(Duration.ofMillis(20)));
            String[] paths =
                    Stream.iterate(1, i -> i + 1).limit(30).map(i -> "/" + i).toArray(String[]::new);

            fetch(fetch -> fetch.perHost(3), paths);

            assertThat(server.maxInFlight()).isEqualTo(3);
        }

        @Test
        void the_pause_between_requests_to_a_host_is_kept() throws Exception {
            server.fallback(ok("x"));

            fetch(fetch -> fetch.delay(Duration.ofMillis(200)), "/1", "/2", "/3", "/4");

            List<SeenRequest> seen = server.requests();
            assertThat(seen.get(0).until(seen.get(3)))
                    .as("three pauses, less what the first request took to be seen")
                    .isGreaterThanOrEqualTo(Duration.ofMillis(500));
        }
    }

    @Nested
    class Memory {
        @Test
        void a_success_is_not_asked_again_and_duplicates_are_fetched_once() throws Exception {
            server.fallback(ok("x"));
            Run first = fetch("/a", "/a", "/./a", "/b#part");
            assertThat(first.summary.duplicates()).isEqualTo(2);
            assertThat(first.summary.success()).isEqualTo(2);

            Run second = run();
            assertThat(second.summary.successBefore()).isEqualTo(2);
            assertThat(server.requestCount()).isEqualTo(2);
        }

        @Test
        void the_summary_adds_up() throws Exception {
            server.on("/ok").answer(ok("x"));
            Path list = list("# comment", "", url("/ok"), url("/ok"), url("/none"), "nonsense", "   ");

            FetchSummary summary = run(list).summary;

            assertThat(summary.lines()).isEqualTo(7);
            assertThat(summary.blank()
                            + summary.comments()
                            + summary.duplicates()
                            + summary.doneBefore()
                            + summary.success()
                            + summary.failed()
                            + summary.left())
                    .isEqualTo(7);
        }

        @Test
        void saved_bodies_are_whole_and_a_missing_one_is_fetched_again() throws Exception {
            server.on("/page").answer(ok("z".repeat(300_000)).gzip());
            Path pages = folder.resolve("pages");
            OutcomeLine line = only(fetch(fetch -> fetch.save(pages), "/page"));
            Path body = pages.resolve(line.file());
            assertThat(body).hasContent("z".repeat(300_000));

            assertThat(run(fetch -> fetch.save(pages), folder.resolve("list.txt"))
                            .summary
                            .successBefore())
                    .isEqualTo(1);
            Files.delete(body);
            assertThat(run(fetch -> fetch.save(pages), folder.resolve("list.txt"))
                            .summary
                            .success())
                    .isEqualTo(1);
            assertThat(body).hasContent("z".repeat(300_000));
            assertThat(body.toFile().getParentFile().list())
                    .as("no temporary file is left")
                    .hasSize(1);
        }

        @Test
        void the_body_of_a_failure_is_not_kept() throws Exception {
            server.on("/none").answer(status(404).body("sorry"));
            Path pages = folder.resolve("pages");

            OutcomeLine line = only(fetch(fetch -> fetch.save(pages), "/none"));

            assertThat(line.file()).isNull();
            assertThat(pages).doesNotExist();
        }

        @Test
        void a_second_run_on_the_same_journal_is_refused_while_the_first_goes_on() throws Exception {
            server.on("/slow").answer(Faults.stalled());
            FetchRun first = set(list(url("/slow"))).start();
            try {
                assertThatThrownBy(() -> set(folder.resolve("list.txt")).start())
                        .isInstanceOf(FetchUnusableException.class)
                        .hasMessageContaining(journal().toString());
            } finally {
                first.abort();
                first.await();
            }
        }

        @Test
        void fresh_sets_the_old_journal_aside() throws Exception {
            server.fallback(ok("x"));
            fetch("/a");

            Run again = run(fetch -> fetch.fresh(true), folder.resolve("list.txt"));

            assertThat(again.summary.success()).isEqualTo(1);
            assertThat(folder.resolve("list.txt.results.jsonl.1")).exists();
        }

        @Test
        void outcomes_can_go_to_a_stream_without_memory() throws Exception {
            server.fallback(ok("x"));
            ByteArrayOutputStream out = new ByteArrayOutputStream();

            FetchSummary summary = Fetch.lines(
                            new ByteArrayInputStream(url("/a").getBytes(StandardCharsets.UTF_8)))
                    .outcomesTo(out)
                    .run();

            assertThat(summary.success()).isEqualTo(1);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .startsWith("{\"v\":1,")
                    .endsWith("}\n");
        }

        @Test
        void a_seed_replays_the_delays_of_each_url() throws Exception {
            server.fallback(status(500));
            List<List<Long>> delays = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                Run run = run(
                        fetch -> fetch.fresh(true).seed("feeds").schedule(Backoff.parse("constant 50ms jitter=50%")),
                        list(url("/a"), url("/b")));
                delays.add(run.line(url("/a")).attempts().stream()
                        .map(a -> a.delayMs())
                        .toList());
                delays.add(run.line(url("/b")).attempts().stream()
                        .map(a -> a.delayMs())
                        .toList());
            }

            assertThat(delays.get(2)).isEqualTo(delays.get(0));
            assertThat(delays.get(3)).isEqualTo(delays.get(1)).isNotEqualTo(delays.get(0));
        }
    }

    @Nested
    class Endings {
        @Test
        void draining_finishes_what_is_in_flight_defers_what_waits_and_writes_nothing_for_the_rest() throws Exception {
            server.on("/fails").answer(status(500));
            server.on("/slow").answer(ok("x").delay(Duration.ofMillis(600)));
            Path list = list(url("/fails"), url("/slow"), url("/never"));
            FetchRun run = set(list).schedule(Backoff.parse("constant 30s")).start();
            server.awaitRequests(2, Duration.ofSeconds(20));
            run.drain();

            FetchSummary summary = run.await();

            assertThat(summary.success()).isEqualTo(1);
            assertThat(summary.deferred()).isEqualTo(1);
            assertThat(summary.notReached()).isEqualTo(1);
            assertThat(lines()).doesNotContainKey(url("/never"));
            assertThat(written(lines(), url("/fails")).tag()).isEqualTo("CRAWL_HTTP_500");
        }

        @Test
        void aborting_drops_what_is_in_flight_and_the_journal_stays_good() throws Exception {
            server.on("/slow").answer(Faults.stalled());
            FetchRun run = set(list(url("/slow"))).start();
            server.awaitRequests(1, Duration.ofSeconds(20));
            run.abort();

            assertThat(run.await().notReached()).isEqualTo(1);
            server.on("/slow").answer(ok("x"));
            assertThat(run().summary.success()).isEqualTo(1);
        }

        @Test
        void no_thread_is_left_behind() throws Exception {
            server.fallback(ok("x"));
            fetch("/a");

            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (threads().count() > 0 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            assertThat(threads()).isEmpty();
        }

        private Stream<String> threads() {
            return Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .filter(name -> name.startsWith("reprise-fetch")
                            || name.startsWith("reprise-journal")
                            || name.startsWith("httpclient-"));
        }

        @Test
        void a_missing_list_and_a_journal_that_is_the_list_are_refused() throws Exception {
            assertThatThrownBy(() -> set(folder.resolve("nowhere.txt")).start())
                    .isInstanceOf(FetchUnusableException.class)
                    .hasMessageContaining("nowhere.txt");
            Path list = list(url("/a"));
            assertThatThrownBy(() -> Fetch.list(list).journal(list).start()).isInstanceOf(FetchUnusableException.class);
            assertThat(list).hasContent(url("/a"));
        }
    }

    private record Run(FetchSummary summary, Map<String, OutcomeLine> lines, List<OutcomeLine> all) {
        OutcomeLine line(String url) {
            return written(lines, url);
        }
    }

    private static OutcomeLine written(Map<String, OutcomeLine> lines, String url) {
        OutcomeLine line = lines.get(url);
        assertThat(line).as("the line of %s", url).isNotNull();
        return Objects.requireNonNull(line);
    }

    private record Fault(String path, String tag, Outcome outcome, AnswerRule rule) {}

    private interface Setup {
        Fetch apply(Fetch fetch);
    }

    private Run fetch(String... paths) throws Exception {
        return fetch(fetch -> fetch, paths);
    }

    private Run fetch(Setup setup, String... paths) throws Exception {
        return run(setup, list(Stream.of(paths).map(this::url).toArray(String[]::new)));
    }

    private Run run() throws Exception {
        return run(folder.resolve("list.txt"));
    }

    private Run run(Path list) throws Exception {
        return run(fetch -> fetch, list);
    }

    private Run run(Setup setup, Path list) throws Exception {
        FetchSummary summary = setup.apply(set(list)).run();
        return new Run(summary, lines(), all());
    }

    private static Fetch set(Path list) {
        return Fetch.list(list).schedule(QUICK);
    }

    private Path list(String... lines) throws IOException {
        return Files.writeString(folder.resolve("list.txt"), String.join("\n", lines) + "\n");
    }

    private Path journal() {
        return folder.resolve("list.txt.results.jsonl");
    }

    private List<OutcomeLine> all() {
        List<OutcomeLine> all = new ArrayList<>();
        Journal.scan(journal(), all::add);
        return all;
    }

    private Map<String, OutcomeLine> lines() {
        Map<String, OutcomeLine> lines = new LinkedHashMap<>();
        all().forEach(line -> lines.put(line.url(), line));
        return lines;
    }

    private String url(String path) {
        return server.uri(path).toString();
    }

    private static OutcomeLine only(Run run) {
        assertThat(run.lines).hasSize(1);
        return run.lines.values().iterator().next();
    }
}
