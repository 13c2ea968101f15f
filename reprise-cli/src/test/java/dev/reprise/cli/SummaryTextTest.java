package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.FetchSummary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryTextTest {
    private static final Path JOURNAL = Path.of("urls.txt.results.jsonl");

    @Test
    void every_line_of_the_list_is_accounted_for() {
        FetchSummary summary = new FetchSummary(
                1000,
                3,
                4,
                5,
                80,
                20,
                700,
                20,
                60,
                0,
                8,
                100,
                900,
                1,
                1_572_864,
                0,
                Map.of("CRAWL_NOT_FOUND", 15L, "RATE_LIMITED", 60L, "RESTRICTED_TARGET", 15L),
                Duration.ofMillis(12_345));
        assertThat(SummaryText.of(summary, JOURNAL))
                .containsExactly(
                        "700 success, 20 failed for good, 60 deferred, in 12s300ms: 900 requests, 1 retry, 1.5 MiB",
                        "1000 lines = 3 blank + 4 comments + 5 duplicates + 100 done before + 700 success + 20 failed"
                                + " + 60 deferred + 0 skipped + 8 waiting + 100 not reached",
                        "tags: RATE_LIMITED 60, CRAWL_NOT_FOUND 15, RESTRICTED_TARGET 15",
                        "next: run the same command again; it sends the 168 that are left and skips the rest");
        assertThat(FetchSession.exitCode(summary)).isEqualTo(ExitCode.LEFT);
    }

    @Test
    void what_failed_for_good_can_be_looked_up() {
        FetchSummary summary = simple(3, 1, 0, 0);
        assertThat(SummaryText.of(summary, JOURNAL))
                .last()
                .isEqualTo("next: nothing is left to send; 1 failed for good, see \"outcome\":\"failed\" in"
                        + " urls.txt.results.jsonl");
        assertThat(FetchSession.exitCode(summary)).isEqualTo(ExitCode.REMARKS);
    }

    @Test
    void nothing_is_next_if_all_is_done() {
        FetchSummary summary = simple(3, 0, 0, 0);
        assertThat(SummaryText.of(summary, null)).last().isEqualTo("next: nothing, all is done");
        assertThat(FetchSession.exitCode(summary)).isEqualTo(ExitCode.OK);
    }

    @Test
    void without_a_journal_there_is_no_second_run() {
        assertThat(SummaryText.of(simple(3, 0, 2, 0), null))
                .last()
                .isEqualTo("next: 2 are left; name a journal with -o, and a later run sends only these");
    }

    @Test
    void damaged_lines_of_the_journal_are_told() {
        assertThat(SummaryText.of(simple(3, 0, 0, 2), JOURNAL))
                .contains("warning: 2 lines of the journal could not be read and did not count");
    }

    private static FetchSummary simple(int success, int failed, int deferred, int damaged) {
        return new FetchSummary(
                success + failed + deferred,
                0,
                0,
                0,
                0,
                0,
                success,
                failed,
                deferred,
                0,
                0,
                0,
                9,
                0,
                0,
                damaged,
                Map.of(),
                Duration.ofMillis(7));
    }
}
