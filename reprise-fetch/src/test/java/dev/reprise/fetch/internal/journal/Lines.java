package dev.reprise.fetch.internal.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Makes outcome lines for tests. */
final class Lines {
    static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private static final String[] TEXTS = {
        "",
        "http://a.example/x y",
        "ü日本\uD83D\uDE00",
        "a\"b\\c\n\r\t\u0000\u2028",
        "{\"v\":1}\n",
        "%zz#?",
        "x".repeat(3000)
    };

    private static final List<Outcome> OUTCOMES = List.of(Outcome.values());

    private Lines() {}

    static OutcomeLine success(int number) {
        String url = "http://host" + number % 7 + ".example/page/" + number;
        OutcomeAttempt attempt = new OutcomeAttempt(1, NOON, 31, 200, null, null, OutcomeAttempt.NO_DELAY, null);
        return new OutcomeLine(
                url,
                null,
                null,
                Outcome.SUCCESS,
                null,
                200,
                0,
                List.of(attempt),
                null,
                4096,
                "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                "text/html; charset=utf-8",
                null,
                31,
                "20261130T120000.000Z-1");
    }

    static OutcomeLine random(Random random) {
        List<OutcomeAttempt> attempts = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            attempts.add(new OutcomeAttempt(
                    random.nextInt(100),
                    instant(random),
                    random.nextInt(100_000),
                    random.nextInt(600),
                    text(random),
                    text(random),
                    random.nextInt(1000) - 1,
                    text(random)));
        }
        return new OutcomeLine(
                "http://" + random.nextInt() + TEXTS[random.nextInt(TEXTS.length)],
                text(random),
                text(random),
                OUTCOMES.get(random.nextInt(4)),
                text(random),
                random.nextInt(600),
                random.nextInt(4),
                attempts,
                random.nextBoolean() ? null : instant(random),
                random.nextInt(1000) - 1,
                text(random),
                text(random),
                text(random),
                random.nextLong() >>> 1,
                TEXTS[random.nextInt(TEXTS.length)]);
    }

    private static Instant instant(Random random) {
        return NOON.plusMillis(random.nextLong() % 1_000_000_000_000L);
    }

    private static @Nullable String text(Random random) {
        return random.nextBoolean() ? null : TEXTS[random.nextInt(TEXTS.length)];
    }
}
