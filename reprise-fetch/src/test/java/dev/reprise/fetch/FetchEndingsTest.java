package dev.reprise.fetch;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.testkit.Faults;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs that end early, and runs that cannot begin. */
class FetchEndingsTest extends FetchScenario {
    @Test
    void draining_finishes_what_is_in_flight_defers_what_waits_and_writes_nothing_for_the_rest() throws Exception {
        server.on("/fails").answer(status(500));
        server.on("/slow").answer(ok("x").delay(Duration.ofMillis(600)));
        Path list = list(url("/fails"), url("/slow"), url("/never"));
        FetchRun run = set(list).schedule(Backoff.parse("constant 30s")).start();
        server.awaitRequests(2, Duration.ofSeconds(20));
        run.drain();

        FetchSummary summary = run.await();

        assertThat(summary.success()).isEqualTo(1);
        assertThat(summary.deferred()).isEqualTo(1);
        assertThat(summary.notReached()).isEqualTo(1);
        assertThat(lines()).doesNotContainKey(url("/never"));
        assertThat(written(lines(), url("/fails")).tag()).isEqualTo("CRAWL_HTTP_500");
    }

    @Test
    void aborting_drops_what_is_in_flight_and_the_journal_stays_good() throws Exception {
        server.on("/slow").answer(Faults.stalled());
        FetchRun run = set(list(url("/slow"))).start();
        server.awaitRequests(1, Duration.ofSeconds(20));
        run.abort();

        assertThat(run.await().notReached()).isEqualTo(1);
        server.on("/slow").answer(ok("x"));
        assertThat(run().summary().success()).isEqualTo(1);
    }

    @Test
    void no_thread_is_left_behind() throws Exception {
        server.fallback(ok("x"));
        fetch("/a");

        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (threads().count() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(threads()).isEmpty();
    }

    private Stream<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("reprise-fetch")
                        || name.startsWith("reprise-journal")
                        || name.startsWith("httpclient-"));
    }

    @Test
    void a_missing_list_and_a_journal_that_is_the_list_are_refused() throws Exception {
        assertThatThrownBy(() -> set(folder.resolve("nowhere.txt")).start())
                .isInstanceOf(FetchUnusableException.class)
                .hasMessageContaining("nowhere.txt");
        Path list = list(url("/a"));
        assertThatThrownBy(() -> Fetch.list(list).journal(list).start()).isInstanceOf(FetchUnusableException.class);
        assertThat(list).hasContent(url("/a"));
    }
}
