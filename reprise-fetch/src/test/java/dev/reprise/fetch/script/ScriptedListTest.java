package dev.reprise.fetch.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.FetchSummary;
import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.JournalScan;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A list of 2,000 URLs over 50 hosts with every fault there is: each URL ends as its script says, and as it must. */
class ScriptedListTest {
    /** Longer than any answer of the script takes, even on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    /** How late a request that was in flight may reach the server. */
    private static final Duration IN_FLIGHT = Duration.ofMillis(400);

    /** What holds of a run over all kinds of faults. */
    abstract static class Mix extends ScriptedChecks {
        Mix(long seed, int count, int perHost) {
            super(seed, perHost, PATIENCE, server -> ScriptedSite.of(server, seed, count, perHost, PATIENCE));
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
        void no_host_is_asked_inside_a_hold() {
            List<HoldRecord> holds = HoldRecord.of(run);

            assertThat(holds).hasSizeGreaterThan(100);
            assertThat(holds)
                    .allSatisfy(hold ->
                            assertThat(hold.broken(perHost - 1, IN_FLIGHT)).isEmpty());
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
    class With_one_request_in_flight_to_a_host extends Mix {
        With_one_request_in_flight_to_a_host() {
            super(2_000, 2_000, 1);
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class With_three_requests_in_flight_to_a_host extends Mix {
        With_three_requests_in_flight_to_a_host() {
            super(2_003, 600, 3);
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class With_hosts_that_never_answer extends ScriptedChecks {
        private static final Duration SHORT = Duration.ofMillis(300);

        With_hosts_that_never_answer() {
            super(2_004, 1, SHORT, server -> ScriptedSite.stalled(server, 2_004, SHORT));
        }
    }
}
