package dev.reprise.bench.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command as real processes. Those who wait are patient for 90 seconds, and then show what the process does. */
@Timeout(300)
class KilledFetchTest {
    private static final int SOME_FAILED = 3;
    private static final int UNUSABLE = 6;
    private static final int INTERRUPTED = 130;
    private static final int TERMINATED = 143;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path folder;

    @Test
    void ten_kills_lose_nothing_and_repeat_no_success() throws Exception {
        long seed = 20_261;
        try (KilledFetch fetch = new KilledFetch(folder, seed, 2_000)) {
            KillReport report = fetch.run(10);

            assertThat(report.violations()).as("seed %s: %s", seed, report).isEmpty();
            assertThat(report.kills()).isEqualTo(10);
            assertThat(report.success() + report.failed()).isEqualTo(2_000);
            assertThat(report.exitCode()).isEqualTo(SOME_FAILED);

            a_journal_cut_anywhere_is_completed(fetch, new Random(seed));
        }
    }

    private void a_journal_cut_anywhere_is_completed(KilledFetch fetch, Random random) throws Exception {
        for (int i = 0; i < 2; i++) {
            int length = (int) Files.size(fetch.journal());
            int cut = length - 1 - random.nextInt(length / 4);
            truncate(fetch.journal(), cut);
            Set<String> lost = new TreeSet<>(fetch.site().urls());
            lost.removeAll(JournalText.read(fetch.journal()).last().keySet());
            int before = fetch.site().requests().size();

            assertThat(exitCode(fetch)).as("cut at %s", cut).isEqualTo(SOME_FAILED);

            assertThat(asked(fetch, before))
                    .as("cut at %s", cut)
                    .isEqualTo(lost)
                    .isNotEmpty();
            assertThat(JournalText.read(fetch.journal()).finals()).isEqualTo(2_000);
        }
        int before = fetch.site().requests().size();
        assertThat(exitCode(fetch)).as("all is done").isEqualTo(SOME_FAILED);
        assertThat(asked(fetch, before)).isEmpty();
    }

    @Test
    void a_second_run_on_the_journal_is_refused_until_the_first_is_killed() throws Exception {
        try (KilledFetch fetch = slow();
                FetchProcess first = fetch.start()) {
            assertThat(first.await(() -> fetch.site().requestCount() > 0)).isTrue();

            try (FetchProcess second = fetch.start()) {
                assertThat(second.exitCode()).isEqualTo(UNUSABLE);
                assertThat(second.output()).contains("in use by another run");
            }
            first.kill();
            fetch.site().answering(Duration.ZERO);
            assertThat(exitCode(fetch)).isEqualTo(SOME_FAILED);
        }
    }

    @Test
    void an_interrupted_run_finishes_what_is_in_flight_and_the_next_one_does_the_rest() throws Exception {
        drained("INT", INTERRUPTED);
    }

    @Test
    void a_terminated_run_finishes_what_is_in_flight_and_the_next_one_does_the_rest() throws Exception {
        drained("TERM", TERMINATED);
    }

    private void drained(String signal, int exitCode) throws Exception {
        try (KilledFetch fetch = slow();
                FetchProcess process = fetch.start()) {
            assertThat(process.await(() -> fetch.site().requestCount() >= 50)).isTrue();

            process.signal(signal);

            assertThat(process.exitCode()).as(process.output()).isEqualTo(exitCode);
            JournalText text = JournalText.read(fetch.journal());
            assertThat(text.tail()).isZero();
            assertThat(text.last().keySet()).isEqualTo(asked(fetch, 0)).hasSizeLessThan(200);
            Set<String> done = text.last().values().stream()
                    .filter(JournalText.Line::isFinal)
                    .map(JournalText.Line::url)
                    .collect(Collectors.toSet());
            int before = fetch.site().requests().size();
            fetch.site().answering(Duration.ZERO);

            assertThat(exitCode(fetch)).isEqualTo(SOME_FAILED);

            assertThat(asked(fetch, before)).doesNotContainAnyElementsOf(done);
            assertThat(JournalText.read(fetch.journal()).finals()).isEqualTo(400);
        }
    }

    /** So slow that a run does not end before its signal comes. */
    private KilledFetch slow() throws IOException {
        KilledFetch fetch = new KilledFetch(folder, 1, 400);
        fetch.site().answering(Duration.ofSeconds(1));
        return fetch;
    }

    private static int exitCode(KilledFetch fetch) throws Exception {
        try (FetchProcess process = fetch.start()) {
            return process.exitCode();
        }
    }

    private static Set<String> asked(KilledFetch fetch, int from) {
        var requests = fetch.site().requests();
        return requests.subList(from, requests.size()).stream()
                .map(KillSite::listed)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void truncate(Path file, int length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }
}
