package dev.reprise.fetch.script;

import dev.reprise.fetch.script.Ask.Hold;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.AnswerRule;
import dev.reprise.testkit.Faults;
import dev.reprise.testkit.VirtualHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a URL of some kind lies: the turns of its script are made here.
 *
 * @param host its own host
 * @param other another host, for redirects
 * @param path its path; no other URL has it on any host
 * @param patience how long the client waits for an answer
 */
record Place(VirtualHost host, VirtualHost other, String path, Duration patience) {
    String text() {
        return ("This is " + path + ".\n").repeat(20);
    }

    Turn ok() {
        return ok(Answer.ok(text()));
    }

    Turn ok(Answer answer) {
        return turn(answer, Meaning.SUCCESS, 200, text(), Hold.NONE);
    }

    Turn status(int status) {
        return status(status, Answer.status(status), Hold.NONE);
    }

    Turn status(int status, AnswerRule answer, Hold hold) {
        return turn(answer, Meaning.of(status), status, "", hold);
    }

    Turn broken(Answer answer, Meaning meaning) {
        return turn(answer, meaning, 0, "", Hold.NONE);
    }

    /** The client hears nothing and hangs up; its clock runs before a busy server notes the request. */
    Turn silent(Answer answer) {
        Duration noted = patience.dividedBy(2);
        return new Turn(List.of(ask(host, path, answer, Hold.NONE)), Meaning.TIMEOUT, 0, "", noted);
    }

    /** A redirect from the URL to a landing page, whose turn decides. */
    Turn through(int status, String location, Turn landing) {
        return through(Faults.redirect(status, location), Hold.NONE, landing);
    }

    Turn through(Answer redirect, Hold hold, Turn landing) {
        List<Ask> asks = new ArrayList<>();
        asks.add(ask(host, path, redirect, hold));
        asks.addAll(landing.asks());
        return new Turn(asks, landing.meaning(), landing.status(), landing.body(), landing.silence());
    }

    /** The landing page on the same host. */
    Place landing() {
        return new Place(host, other, path + "/landing", patience);
    }

    /** The landing page on the other host. */
    Place abroad() {
        return new Place(other, other, path + "/landing", patience);
    }

    /** So many redirects on the same host, then the page; beyond five, the sixth is one too many. */
    Turn chain(int redirects) {
        List<Ask> asks = new ArrayList<>();
        for (int i = 0; i < Math.min(redirects, 6); i++) {
            asks.add(ask(host, hop(i), Faults.redirect(hop(i + 1)), Hold.NONE));
        }
        if (redirects > 5) {
            return new Turn(asks, Meaning.TOO_MANY_REDIRECTS, 302, "", Duration.ZERO);
        }
        asks.add(ask(host, hop(redirects), Answer.ok(text()), Hold.NONE));
        return new Turn(asks, Meaning.SUCCESS, 200, text(), Duration.ZERO);
    }

    /** A circle of so many URLs, at most five: each is asked once. */
    Turn loop(int urls) {
        List<Ask> asks = new ArrayList<>();
        for (int i = 0; i < urls; i++) {
            asks.add(ask(host, hop(i), Faults.redirect(hop((i + 1) % urls)), Hold.NONE));
        }
        return new Turn(asks, Meaning.TOO_MANY_REDIRECTS, 302, "", Duration.ZERO);
    }

    /** A page that sends everybody back to itself who brings no cookie. */
    Turn cookieWall() {
        AnswerRule wall = request -> request.header("Cookie").isPresent()
                ? Answer.ok(text())
                : Faults.redirect(path).header("Set-Cookie", "seen=1; Path=/");
        Ask ask = ask(host, path, wall, Hold.NONE);
        return new Turn(List.of(ask, ask), Meaning.SUCCESS, 200, text(), Duration.ZERO);
    }

    private String hop(int number) {
        return number == 0 ? path : path + "?hop=" + number;
    }

    private Turn turn(AnswerRule answer, Meaning meaning, int status, String body, Hold hold) {
        return new Turn(List.of(ask(host, path, answer, hold)), meaning, status, body, Duration.ZERO);
    }

    private static Ask ask(VirtualHost host, String target, AnswerRule answer, Hold hold) {
        return new Ask(host, target, answer, hold);
    }
}
