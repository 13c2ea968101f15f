package dev.reprise.fetch;

import static dev.reprise.testkit.Answer.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.AnswerRule;
import dev.reprise.testkit.Faults;
import dev.reprise.testkit.SeenRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Hops, cookies and headers on the way. */
class FetchRedirectsTest extends FetchScenario {
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

        Result run = fetch("/five", "/six");

        assertThat(run.line(url("/five")).outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(run.line(url("/six")).tag()).isEqualTo("TOO_MANY_REDIRECTS");
    }

    @Test
    void a_cookie_wall_is_passed_since_cookies_live_within_one_attempt() throws Exception {
        server.on("/wall").answer((AnswerRule)
                request -> request.header("Cookie").isPresent()
                        ? ok("welcome " + request.header("Cookie").orElseThrow())
                        : Faults.redirect("/wall").header("Set-Cookie", "seen=1; Path=/"));

        Result run = fetch("/wall");

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
        server.on("/away").answer(Faults.redirect(server.host(1).uri("/there")).retryAfter(Duration.ofSeconds(1)));
        server.on("/next").answer(ok("x"));
        server.host(1).on("/there").answer(ok("x"));

        fetch("/away", "/next");

        SeenRequest away = server.requests("/away").get(0);
        assertThat(away.until(server.requests("/next").get(0))).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(away.until(server.host(1).requests("/there").get(0))).isLessThan(Duration.ofMillis(900));
    }
}
