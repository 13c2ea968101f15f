package dev.reprise.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.FaultServerOptions;
import dev.reprise.testkit.SeenRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on a journal that was cut, as a crash of the machine may leave it. */
class TruncatedJournalTest {
    private static final int URLS = 240;
    private static final int HOSTS = 8;

    private final FaultServer server =
            FaultServer.start(FaultServerOptions.defaults().hosts(HOSTS));

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @Timeout(120)
    void a_run_on_a_journal_cut_anywhere_asks_just_for_what_the_lost_lines_told() throws Exception {
        server.fallback(request -> request.path().startsWith("/gone") ? Answer.status(404) : Answer.ok(request.path()));
        List<String> urls = IntStream.range(0, URLS)
                .mapToObj(i -> server.host(i % HOSTS)
                        .uri((i % 5 == 0 ? "/gone/" : "/page/") + i)
                        .toString())
                .toList();
        Path list = Files.write(folder.resolve("list.txt"), urls);
        Path first = folder.resolve("first");
        Fetch.list(list).journal(first).run();
        byte[] whole = Files.readAllBytes(first);

        long seed = 240;
        Random random = new Random(seed);
        List<Integer> lengths = new ArrayList<>(List.of(0, 1, whole.length - 1, whole.length));
        IntStream.range(0, 20).forEach(i -> lengths.add(random.nextInt(whole.length + 1)));
        for (int length : lengths) {
            Path journal = Files.write(folder.resolve("cut-at-" + length), Arrays.copyOf(whole, length));
            Map<String, Integer> lost = new TreeMap<>();
            urls.forEach(url -> lost.put(url, 1));
            completeLines(whole, length).forEach(line -> lost.remove(url(line)));
            int before = server.requests().size();

            FetchSummary summary = Fetch.list(list).journal(journal).run();

            assertThat(asked(before)).as("seed %s, cut at %s", seed, length).isEqualTo(lost);
            assertThat(summary.doneBefore()).isEqualTo(URLS - lost.size());
            assertThat(summary.success() + summary.failed()).isEqualTo(lost.size());
            assertThat(summary.left() + summary.damagedLines()).isZero();
            assertThat(outcomes(journal)).as("seed %s, cut at %s", seed, length).isEqualTo(outcomes(first));
        }
    }

    private static List<String> completeLines(byte[] whole, int length) {
        String text = new String(whole, 0, length, StandardCharsets.UTF_8);
        return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    }

    private static String url(String line) {
        String before = "\"url\":\"";
        int from = line.indexOf(before) + before.length();
        return line.substring(from, line.indexOf('"', from));
    }

    private Map<String, Integer> asked(int from) {
        Map<String, Integer> asked = new TreeMap<>();
        List<SeenRequest> requests = server.requests();
        requests.subList(from, requests.size())
                .forEach(request ->
                        asked.merge(request.host().uri(request.target()).toString(), 1, Integer::sum));
        return asked;
    }

    /** The outcome of each URL; that it has one line only, too. */
    private static Map<String, Outcome> outcomes(Path journal) {
        Map<String, Outcome> outcomes = new TreeMap<>();
        Journal.scan(
                journal,
                line -> assertThat(outcomes.put(line.url(), line.outcome())).isNull());
        return outcomes;
    }
}
