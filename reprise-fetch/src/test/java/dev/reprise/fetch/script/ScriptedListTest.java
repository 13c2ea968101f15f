package dev.reprise.fetch.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.FetchSummary;
import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.JournalScan;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeAttempt;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.SeenRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A list of 2,000 URLs over 50 hosts with every fault there is: each URL ends as its script says, and as it must. */
class ScriptedListTest {
    /** Nothing but the checks of a run that has been made; see the subclasses. */
    abstract static class Checks {
        private final long seed;
        private final int count;
        private final int perHost;
        private final Duration inFlightAllowance;

        @SuppressWarnings("NullAway.Init") // Set before all tests.
        private ScriptedRun run;

        Checks(long seed, int count, int perHost, Duration inFlightAllowance) {
            this.seed = seed;
            this.count = count;
            this.perHost = perHost;
            this.inFlightAllowance = inFlightAllowance;
        }

        @BeforeAll
        @Timeout(120)
        void run(@TempDir Path folder) throws Exception {
            run = ScriptedRun.of(folder, seed, count, perHost);
        }

        @Test
        void every_kind_of_fault_has_its_urls() {
            assertThat(run.site.urls)
                    .extracting(ScriptedUrl::kind)
                    .containsAll(Stream.of(Kinds.QUICK, Kinds.HOLDING, Kinds.HANGING_UP, Kinds.FAREWELL)
                            .flatMap(List::stream)
                            .map(Kinds.Kind::name)
                            .toList());
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
                        .isEqualTo(url.end().equals(Meaning.TOLD_TO_WAIT)
                                || url.end().equals(Meaning.NOT_ASKED));
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
                                    hinted
                                            ? 2_000
                                            : ScriptedRun.longestDelay(i + 1).toMillis());
                }
            }
        }

        @Test
        void no_host_is_asked_inside_a_hold() {
            List<HoldRecord> holds = HoldRecord.of(run);

            assertThat(holds).hasSizeGreaterThan(100);
            assertThat(holds)
                    .allSatisfy(
                            hold -> assertThat(hold.broken(inFlightAllowance)).isEmpty());
        }

        @Test
        void no_host_has_more_requests_in_flight_than_it_may() {
            assertThat(run.server.hosts())
                    .filteredOn(host -> !ScriptedSite.clientHangsUp(host))
                    .allSatisfy(host -> assertThat(host.maxInFlight()).isLessThanOrEqualTo(perHost));
            assertThat(run.server.maxInFlight()).as("hosts at the same time").isGreaterThan(3);
        }

        @Test
        void the_totals_reconcile() {
            ScriptedSite site = run.site;
            FetchSummary summary = run.summary;
            assertThat(summary.lines()).isEqualTo(site.lines);
            assertThat(summary.blank()).isEqualTo(site.blank).isPositive();
            assertThat(summary.comments()).isEqualTo(site.comments).isPositive();
            assertThat(summary.duplicates()).isEqualTo(site.duplicates).isPositive();
            assertThat(summary.lines())
                    .isEqualTo(summary.blank()
                            + summary.comments()
                            + summary.duplicates()
                            + summary.success()
                            + summary.failed()
                            + summary.deferred());
            assertThat(summary.success()).isEqualTo(lines(Outcome.SUCCESS)).isEqualTo(urls(Outcome.SUCCESS));
            assertThat(summary.failed()).isEqualTo(lines(Outcome.FAILED)).isEqualTo(urls(Outcome.FAILED));
            assertThat(summary.deferred()).isEqualTo(lines(Outcome.DEFERRED)).isEqualTo(urls(Outcome.DEFERRED));
            assertThat(summary.retries())
                    .isEqualTo(site.urls.stream().mapToInt(ScriptedUrl::retries).sum())
                    .isEqualTo(run.lines.stream().mapToInt(OutcomeLine::retries).sum());
            assertThat(summary.bytes())
                    .isEqualTo(run.lines.stream()
                            .mapToLong(line -> Math.max(0, line.bytes()))
                            .sum());
            long refused = site.urls.stream()
                    .flatMap(url -> url.attempts().stream())
                    .filter(turn -> turn.meaning().equals(Meaning.REFUSED))
                    .count();
            assertThat(summary.requests()).isEqualTo(run.seen.size() + refused);
            Map<String, Long> tags = new HashMap<>();
            for (ScriptedUrl url : site.urls) {
                if (url.end().tag() != null) {
                    tags.merge(url.end().tag(), 1L, Long::sum);
                }
            }
            assertThat(summary.tags()).isEqualTo(tags);
            assertThat(summary.damagedLines()).isZero();
        }

        @Test
        void its_journal_cut_at_any_byte_gives_back_just_the_complete_lines(@TempDir Path folder) throws IOException {
            byte[] whole = Files.readAllBytes(run.journal);
            Random random = new Random(seed);
            for (int i = 0; i < 500; i++) {
                int length = random.nextInt(whole.length + 1);
                // A new file each time: some file systems force one that was emptied and written again.
                Path cut = Files.write(folder.resolve("cut-" + i), Arrays.copyOf(whole, length));
                int complete = 0;
                for (int at = 0; at < length; at++) {
                    complete += whole[at] == '\n' ? 1 : 0;
                }
                List<String> keys = new ArrayList<>();
                try (Journal journal = Journal.open(cut, null)) {
                    JournalScan scan = journal.entries(entry -> keys.add(entry.key()));
                    assertThat(scan.damaged())
                            .as("seed %s, cut at %s", seed, length)
                            .isZero();
                }
                assertThat(keys)
                        .as("seed %s, cut at %s", seed, length)
                        .isEqualTo(run.lines.subList(0, complete).stream()
                                .map(OutcomeLine::key)
                                .toList());
                Files.delete(cut);
            }
        }

        private long lines(Outcome outcome) {
            return run.lines.stream().filter(line -> line.outcome() == outcome).count();
        }

        private long urls(Outcome outcome) {
            return run.site.urls.stream()
                    .filter(url -> url.outcome() == outcome)
                    .count();
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class With_one_request_in_flight_to_a_host extends Checks {
        With_one_request_in_flight_to_a_host() {
            super(2_000, 2_000, 1, Duration.ZERO);
        }
    }

    /**
     * Here requests are in flight while an answer puts their host on hold: those the server may see within the hold. How
     * many a host hears that then asks for an hour is not known, so no host does.
     */
    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class With_three_requests_in_flight_to_a_host extends Checks {
        With_three_requests_in_flight_to_a_host() {
            super(2_003, 600, 3, Duration.ofMillis(500));
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
