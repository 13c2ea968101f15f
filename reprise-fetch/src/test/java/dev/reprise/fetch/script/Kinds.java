package dev.reprise.fetch.script;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Point.AFTER_BODY;
import static dev.reprise.testkit.Point.IN_BODY;

import dev.reprise.fetch.script.Ask.Hold;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.AnswerRule;
import dev.reprise.testkit.Faults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Every kind of answer and fault that the script knows, in groups that differ in what they do to their host. */
final class Kinds {
    /** What a host's largest page may be. */
    static final int MAX_BYTES = 100_000;

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Leave the host free at once. */
    static final List<Kind> QUICK = quick();

    /** Have the whole host wait for seconds. */
    static final List<Kind> HOLDING = List.of(
            kind("429-seconds-once", at -> List.of(at.status(429, limited(), Hold.HINT), at.ok())),
            kind(
                    "429-half-a-second-once",
                    at -> List.of(at.status(429, Answer.status(429).retryAfter("0.5"), Hold.HINT), at.ok())),
            kind("429-date-once", at -> List.of(at.status(429, limitedUntil(2), Hold.HINT), at.ok())),
            kind("429-seconds-then-404", at -> List.of(at.status(429, limited(), Hold.HINT), at.status(404))),
            kind("429-seconds-for-ever", at -> List.of(at.status(429, limited(), Hold.HINT))),
            kind("429-date-for-ever", at -> List.of(at.status(429, limitedUntil(1), Hold.HINT))),
            kind("503-seconds-once", at -> List.of(at.status(503, busy(), Hold.HINT), at.ok())),
            kind("503-seconds-for-ever", at -> List.of(at.status(503, busy(), Hold.HINT))),
            kind(
                    "redirect-that-holds",
                    at -> List.of(at.through(
                            Faults.redirect(at.abroad().host().uri(at.abroad().path()))
                                    .retryAfter(SECOND),
                            Hold.HINT,
                            at.abroad().ok()))),
            kind("landing-that-holds", at -> {
                Place landing = at.abroad();
                return List.of(through(at, landing.status(429, limited(), Hold.HINT)), through(at, landing.ok()));
            }));

    /** Have the client wait in vain four times. */
    static final Kind STALLED = kind("stall-for-ever", at -> List.of(at.silent(Faults.stalled())));

    /** Have the client hang up, which the server notices later than the client's next request. */
    static final List<Kind> HANGING_UP = List.of(
            kind("stall-once", at -> List.of(at.silent(Faults.stalled()), at.ok())),
            kind("stall-in-body-once", at -> List.of(at.silent(ok(at.text()).stall(IN_BODY)), at.ok())),
            kind("too-large", at -> List.of(at.broken(Answer.zeros(MAX_BYTES + 1), Meaning.TOO_LARGE))),
            kind(
                    "too-large-in-chunks",
                    at -> List.of(at.broken(Answer.zeros(20 * MAX_BYTES).chunked(), Meaning.TOO_LARGE))),
            kind("gzip-bomb", at -> List.of(at.broken(Faults.gzipBomb(50_000_000), Meaning.TOO_LARGE))));

    /** End the connection behind a whole answer, so that the next request may find it gone. */
    static final List<Kind> FAREWELL = List.of(
            kind("reset-after-body", at -> List.of(at.ok(ok(at.text()).reset(AFTER_BODY)))),
            kind("close-after-body", at -> List.of(at.ok(ok(at.text()).close(AFTER_BODY)))));

    private Kinds() {}

    private static List<Kind> quick() {
        List<Kind> kinds = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            int blips = i;
            kinds.add(kind("503-blips-" + blips, at -> {
                List<Turn> turns = new ArrayList<>(java.util.Collections.nCopies(blips, at.status(503)));
                turns.add(at.ok());
                return turns;
            }));
        }
        kinds.add(kind("chunked", at -> List.of(at.ok(ok(at.text()).chunked()))));
        kinds.add(kind("close-delimited", at -> List.of(at.ok(ok(at.text()).closeDelimited()))));
        kinds.add(kind("closing", at -> List.of(at.ok(ok(at.text()).closing()))));
        kinds.add(kind("gzip", at -> List.of(at.ok(ok(at.text()).gzip()))));
        kinds.add(kind("deflate", at -> List.of(at.ok(ok(at.text()).deflate()))));
        kinds.add(kind("raw-deflate", at -> List.of(at.ok(ok(at.text()).rawDeflate()))));
        kinds.add(kind(
                "500-then-502-then-429",
                at -> List.of(
                        at.status(500), at.status(502), at.status(429, Answer.status(429), Hold.BACKOFF), at.ok())));
        kinds.add(kind("408-once", at -> List.of(at.status(408), at.ok())));
        kinds.add(kind("425-once", at -> List.of(at.status(425), at.ok())));
        kinds.add(kind("500-then-404", at -> List.of(at.status(500), at.status(404))));
        for (int status : new int[] {
            203, 204, 206, 300, 302, 304, 400, 401, 402, 403, 404, 405, 408, 410, 418, 425, 451, 500, 502, 503, 504, 520
        }) {
            kinds.add(kind("always-" + status, at -> List.of(at.status(status))));
        }
        kinds.add(kind("always-429", at -> List.of(at.status(429, Answer.status(429), Hold.BACKOFF))));
        for (String hint : List.of("0", "-1", ".5", "soon", "Sun, 06 Nov 1994 08:49:37 GMT")) {
            Answer limited = Answer.status(429).retryAfter(hint);
            kinds.add(kind(
                    "429-hint-" + hint.replaceAll("[ ,:]", ""),
                    at -> List.of(at.status(429, limited, Hold.BACKOFF), at.ok())));
        }
        kinds.add(kind(
                "500-with-a-hint",
                at -> List.of(at.status(500, Answer.status(500).retryAfter("3600"), Hold.NONE), at.ok())));
        kinds.add(kind(
                "404-with-a-hint",
                at -> List.of(at.status(404, Answer.status(404).retryAfter("3600"), Hold.NONE))));
        wire(kinds, "reset-before-headers", Meaning.LOST, Faults.resetBeforeHeaders());
        wire(kinds, "reset-in-headers", Meaning.LOST, Faults.resetInHeaders());
        wire(kinds, "reset-after-headers", Meaning.LOST, Faults.resetAfterHeaders());
        wire(kinds, "reset-in-body", Meaning.LOST, Faults.resetInBody());
        wire(kinds, "no-answer", Meaning.LOST, Faults.noAnswer());
        wire(kinds, "short-body", Meaning.SHORT, Faults.shortBody("half", 100));
        wire(kinds, "truncated-chunked", Meaning.SHORT, Faults.truncatedChunked("half"));
        wire(kinds, "truncated-gzip", Meaning.SHORT, Faults.truncatedGzip("half of a page"));
        wire(kinds, "bad-crc-gzip", Meaning.SHORT, Faults.badCrcGzip("a page"));
        wire(kinds, "two-lengths", Meaning.SHORT, ok("hello").contentLength("5", "7"));
        redirects(kinds);
        return List.copyOf(kinds);
    }

    private static void wire(List<Kind> kinds, String name, Meaning meaning, Answer fault) {
        kinds.add(kind(name + "-once", at -> List.of(at.broken(fault, meaning), at.ok())));
        kinds.add(kind(name + "-for-ever", at -> List.of(at.broken(fault, meaning))));
    }

    private static void redirects(List<Kind> kinds) {
        for (int status : new int[] {301, 302, 303, 307, 308}) {
            kinds.add(kind(
                    "redirect-" + status,
                    at -> List.of(
                            at.through(status, at.landing().path(), at.landing().ok()))));
        }
        kinds.add(kind("redirect-abroad", at -> List.of(through(at, at.abroad().ok()))));
        kinds.add(kind(
                "redirect-abroad-to-404", at -> List.of(through(at, at.abroad().status(404)))));
        kinds.add(kind(
                "redirect-abroad-to-a-blip",
                at -> List.of(
                        through(at, at.abroad().status(503)),
                        through(at, at.abroad().ok()))));
        kinds.add(kind(
                "redirect-abroad-to-resets",
                at -> List.of(through(at, at.abroad().broken(Faults.resetInBody(), Meaning.LOST)))));
        kinds.add(kind(
                "redirect-abroad-to-a-limit",
                at -> List.of(
                        through(at, at.abroad().status(429, Answer.status(429), Hold.BACKOFF)),
                        through(at, at.abroad().ok()))));
        kinds.add(kind(
                "redirect-to-ftp", at -> List.of(at.status(302, Faults.redirect("ftp://example.org/"), Hold.NONE))));
        for (int redirects : new int[] {2, 5, 6, 9}) {
            kinds.add(kind("chain-" + redirects, at -> List.of(at.chain(redirects))));
        }
        for (int urls : new int[] {1, 2, 5}) {
            kinds.add(kind("loop-" + urls, at -> List.of(at.loop(urls))));
        }
        kinds.add(kind("cookie-wall", at -> List.of(at.cookieWall())));
        kinds.add(kind("blip-then-cookie-wall", at -> List.of(at.status(503), at.cookieWall())));
    }

    private static Turn through(Place from, Turn landing) {
        return from.through(302, landing.asks().get(0).url(), landing);
    }

    private static AnswerRule limited() {
        return Answer.status(429).retryAfter(SECOND);
    }

    private static AnswerRule limitedUntil(int seconds) {
        return request -> Answer.status(429).retryAfter(request.at().plusSeconds(seconds));
    }

    private static AnswerRule busy() {
        return Answer.status(503).retryAfter(SECOND);
    }

    private static Kind kind(String name, Function<Place, List<Turn>> turns) {
        return new Kind(name, turns);
    }

    /** A name, and the turns of a URL at some place; the last one repeats. */
    record Kind(String name, Function<Place, List<Turn>> turns) {}
}
