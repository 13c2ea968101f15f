package dev.reprise.fetch;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.SeenRequest;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Hosts that ask for a pause get one. */
class FetchHoldingBackTest extends FetchScenario {
    @Test
    void a_429_holds_the_whole_host_for_its_hint_and_nobody_else() throws Exception {
        server.on("/limited").answer(status(429).retryAfter(Duration.ofSeconds(1)), ok("now"));
        server.on("/other").answer(ok("x"));
        server.host(1).on("/free").answer(ok("x"));

        Result run = run(
                list(url("/limited"), url("/other"), server.host(1).uri("/free").toString()));

        assertThat(run.summary().success()).isEqualTo(3);
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

        Result run = fetch(paths);

        assertThat(server.requestCount()).isEqualTo(1);
        assertThat(run.summary().deferred()).isEqualTo(201);
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

        Result second = run();

        assertThat(server.requestCount()).isEqualTo(1);
        assertThat(second.summary().waiting()).isEqualTo(3);
        assertThat(second.summary().left()).isEqualTo(3);
        assertThat(Files.readAllBytes(journal())).isEqualTo(journal);
    }

    @Test
    void a_run_that_outlasts_the_hold_sends_what_it_had_deferred_and_writes_a_second_line() throws Exception {
        server.on("/limited").answer(status(429).retryAfter(Duration.ofSeconds(1)), ok("x"));
        server.on("/rest").answer(ok("x"));
        server.host(1).on("/slow").answer(ok("x").delay(Duration.ofMillis(1_600)));

        Result run = run(
                fetch -> fetch.maxWait(Duration.ofMillis(500)),
                list(url("/limited"), url("/rest"), server.host(1).uri("/slow").toString()));

        assertThat(run.summary().success()).isEqualTo(3);
        assertThat(run.all())
                .extracting(OutcomeLine::outcome)
                .containsExactlyInAnyOrder(
                        Outcome.DEFERRED, Outcome.DEFERRED, Outcome.SUCCESS, Outcome.SUCCESS, Outcome.SUCCESS);
    }

    @Test
    void what_is_deferred_for_its_own_reason_is_not_sent_again_when_the_hold_is_over() throws Exception {
        server.on("/limited").answer(status(429).retryAfter(Duration.ofSeconds(1)), ok("x"));
        server.on("/private").answer(status(403).delay(Duration.ofMillis(300)));
        server.host(1).on("/slow").answer(ok("x").delay(Duration.ofMillis(1_800)));

        Result run = run(
                fetch -> fetch.maxWait(Duration.ofMillis(500)).perHost(2),
                list(
                        url("/limited"),
                        url("/private"),
                        server.host(1).uri("/slow").toString()));

        assertThat(run.summary().success()).isEqualTo(2);
        assertThat(server.requests("/private")).hasSize(1);
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
