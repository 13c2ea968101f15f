package dev.reprise.fetch.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.internal.journal.OutcomeAttempt;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.SeenRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds of every run over a scripted site. */
abstract class ScriptedChecks {
    final long seed;
    final int perHost;
    private final Duration patience;
    private final Function<FaultServer, ScriptedSite> sites;

    @SuppressWarnings("NullAway.Init") // Set before all tests.
    ScriptedRun run;

    ScriptedChecks(long seed, int perHost, Duration patience, Function<FaultServer, ScriptedSite> sites) {
        this.seed = seed;
        this.perHost = perHost;
        this.patience = patience;
        this.sites = sites;
    }

    @BeforeAll
    @Timeout(120)
    void run(@TempDir Path folder) throws Exception {
        run = ScriptedRun.of(folder, sites, perHost, patience);
    }

    @Test
    void every_url_has_one_line_with_the_outcome_that_its_script_implies() {
        Map<String, OutcomeLine> lines = new HashMap<>();
        run.lines.forEach(line -> lines.put(line.url(), line));

        assertThat(run.lines).hasSameSizeAs(run.site.urls);
        assertThat(run.site.urls)
                .extracting(ScriptedUrl::url)
                .doesNotHaveDuplicates()
                .allMatch(lines::containsKey);
        SoftAssertions.assertSoftly(softly -> run.site.urls.forEach(url -> {
            OutcomeLine line = Objects.requireNonNull(lines.get(url.url()));
            softly.assertThat(ended(line)).isEqualTo(expected(url));
            softly.assertThat(line.notBefore() != null)
                    .as("%s has a time before which it is not sent", url.url())
                    .isEqualTo(
                            url.end().equals(Meaning.TOLD_TO_WAIT) || url.end().equals(Meaning.NOT_ASKED));
        }));
    }

    @Test
    void every_url_gets_just_the_requests_that_its_script_implies() {
        Map<String, Integer> expected = new HashMap<>();
        for (ScriptedUrl url : run.site.urls) {
            for (Turn turn : url.attempts()) {
                turn.asks().forEach(ask -> expected.merge(ask.url(), 1, Integer::sum));
            }
        }
        assertThat(new TreeMap<>(run.requestsByUrl())).isEqualTo(new TreeMap<>(expected));
    }

    @Test
    void every_retry_waits_for_the_schedule_and_for_the_hint() {
        run.attempts().forEach((url, attempts) -> {
            for (int retry = 1; retry < attempts.size(); retry++) {
                Turn before = url.attempts().get(retry - 1);
                Ask last = before.last();
                if (last == null) {
                    continue;
                }
                List<SeenRequest> earlier = attempts.get(retry - 1);
                SeenRequest answered = earlier.get(earlier.size() - 1);
                SeenRequest asked = attempts.get(retry).get(0);
                Duration wait = longer(
                        ScriptedRun.shortestDelay(retry),
                        last.hold() == Ask.Hold.HINT ? HoldRecord.hint(answered) : Duration.ZERO);
                assertThat(answered.until(asked))
                        .as("%s, retry %s", url.url(), retry)
                        .isGreaterThanOrEqualTo(wait.plus(before.silence()));
            }
        });
    }

    @Test
    void every_journalled_delay_lies_in_the_band_of_its_schedule_or_is_the_hint() {
        Map<String, ScriptedUrl> urls = new HashMap<>();
        run.site.urls.forEach(url -> urls.put(url.url(), url));
        for (OutcomeLine line : run.lines) {
            ScriptedUrl url = Objects.requireNonNull(urls.get(line.url()), line.url());
            for (int i = 0; i < line.retries(); i++) {
                OutcomeAttempt attempt = line.attempts().get(i);
                Ask last = url.attempts().get(i).last();
                boolean hinted = last != null && last.hold() == Ask.Hold.HINT;
                assertThat(attempt.decision()).isEqualTo("retry");
                assertThat(attempt.delayMs())
                        .as("%s, retry %s", line.url(), i + 1)
                        .isBetween(
                                ScriptedRun.shortestDelay(i + 1).toMillis(),
                                hinted ? 2_000 : ScriptedRun.longestDelay(i + 1).toMillis());
            }
        }
    }

    private static String expected(ScriptedUrl url) {
        List<String> parts = new ArrayList<>();
        parts.add(url.url() + ": " + url.outcome() + " " + url.end().tag());
        Turn last = null;
        for (Turn turn : url.attempts()) {
            last = turn;
            parts.add("attempt " + turn.status());
        }
        if (last != null && last.redirected()) {
            parts.add("at " + last.asks().get(last.asks().size() - 1).url());
        }
        if (last != null && last.status() > 0) {
            byte[] body = last.body().getBytes(StandardCharsets.UTF_8);
            parts.add("status " + last.status() + ", " + body.length + " bytes, sha256:" + sha256(body));
        }
        return String.join("\n", parts);
    }

    private static String ended(OutcomeLine line) {
        List<String> parts = new ArrayList<>();
        parts.add(line.url() + ": " + line.outcome() + " " + line.tag());
        line.attempts().forEach(attempt -> parts.add("attempt " + attempt.status()));
        if (line.finalUrl() != null) {
            parts.add("at " + line.finalUrl());
        }
        if (line.status() > 0) {
            parts.add("status " + line.status() + ", " + line.bytes() + " bytes, " + line.digest());
        }
        return String.join("\n", parts);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static String sha256(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
