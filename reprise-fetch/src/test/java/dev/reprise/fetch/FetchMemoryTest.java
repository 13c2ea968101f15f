package dev.reprise.fetch;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.Faults;
import dev.reprise.testkit.Point;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a later run knows. */
class FetchMemoryTest extends FetchScenario {
    @Test
    void a_success_is_not_asked_again_and_duplicates_are_fetched_once() throws Exception {
        server.fallback(ok("x"));
        Result first = fetch("/a", "/a", "/./a", "/b#part");
        assertThat(first.summary().duplicates()).isEqualTo(2);
        assertThat(first.summary().success()).isEqualTo(2);

        Result second = run();
        assertThat(second.summary().successBefore()).isEqualTo(2);
        assertThat(server.requestCount()).isEqualTo(2);
    }

    @Test
    void the_summary_adds_up() throws Exception {
        server.on("/ok").answer(ok("x"));
        Path list = list("# comment", "", url("/ok"), url("/ok"), url("/none"), "nonsense", "   ");

        FetchSummary summary = run(list).summary();

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
                        .summary()
                        .successBefore())
                .isEqualTo(1);
        Files.delete(body);
        assertThat(run(fetch -> fetch.save(pages), folder.resolve("list.txt"))
                        .summary()
                        .success())
                .isEqualTo(1);
        assertThat(body).hasContent("z".repeat(300_000));
        assertThat(pages.resolve(".part").toFile().list())
                .as("no temporary file is left")
                .isEmpty();
    }

    @Test
    void an_attempt_that_is_cut_off_leaves_its_connection_and_does_not_disturb_its_retry() throws Exception {
        server.on("/page")
                .answer(ok("y".repeat(300_000)).stall(Point.afterBodyBytes(150_000)), ok("z".repeat(300_000)));
        Path pages = folder.resolve("pages");

        OutcomeLine line = only(fetch(fetch -> fetch.save(pages).perHost(1).timeout(Duration.ofMillis(700)), "/page"));

        assertThat(line.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(line.attempts()).hasSize(2);
        assertThat(pages.resolve(Objects.requireNonNull(line.file()))).hasContent("z".repeat(300_000));
    }

    @Test
    void the_copy_of_a_piped_list_touches_no_file_of_the_user() throws Exception {
        server.fallback(ok("x"));
        Path journal = folder.resolve("feeds");
        Path mine = Files.writeString(folder.resolve("feeds.list"), "precious");

        Fetch.lines(new ByteArrayInputStream(url("/a").getBytes(StandardCharsets.UTF_8)))
                .journal(journal)
                .run();

        assertThat(mine).hasContent("precious");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("feeds", "feeds.list");
    }

    @Test
    void a_list_that_is_edited_under_the_run_stops_it_and_blames_no_url() throws Exception {
        server.fallback(ok("x").delay(Duration.ofMillis(500)));
        String farApart = ("# " + "x".repeat(1_000) + "\n").repeat(600);
        Path list = list(url("/1"), farApart + url("/2"));
        FetchRun run = set(list).start();
        server.awaitRequests(1, Duration.ofSeconds(20));
        list(url("/3"), farApart + url("/4"));

        assertThatThrownBy(run::await)
                .isInstanceOf(FetchUnusableException.class)
                .hasMessageContaining("changed while it was read");
        assertThat(lines()).doesNotContainKeys(url("/2"), url("/3"), url("/4"));
    }

    @Test
    void the_body_of_a_failure_is_not_kept() throws Exception {
        server.on("/none").answer(status(404).body("sorry"));
        Path pages = folder.resolve("pages");

        OutcomeLine line = only(fetch(fetch -> fetch.save(pages), "/none"));

        assertThat(line.file()).isNull();
        assertThat(pages.toFile().list()).containsExactly(".part");
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

        Result again = run(fetch -> fetch.fresh(true), folder.resolve("list.txt"));

        assertThat(again.summary().success()).isEqualTo(1);
        assertThat(folder.resolve("list.txt.results.jsonl.1")).exists();
    }

    @Test
    void outcomes_can_go_to_a_stream_without_memory() throws Exception {
        server.fallback(ok("x"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        FetchSummary summary = Fetch.lines(new ByteArrayInputStream(url("/a").getBytes(StandardCharsets.UTF_8)))
                .outcomesTo(out)
                .run();

        assertThat(summary.success()).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("{\"v\":1,").endsWith("}\n");
    }

    @Test
    void a_seed_replays_the_delays_of_each_url() throws Exception {
        server.fallback(status(500));
        List<List<Long>> delays = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Result run = run(
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
