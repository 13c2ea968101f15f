package dev.reprise.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.AnswerRule;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.FaultServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs lists against real faults of a real server on loopback. */
abstract class FetchScenario {
    private static final Backoff QUICK = Backoff.parse("constant 20ms");

    final FaultServer server = FaultServer.start(FaultServerOptions.defaults().hosts(3));

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    record Result(FetchSummary summary, Map<String, OutcomeLine> lines, List<OutcomeLine> all) {
        OutcomeLine line(String url) {
            return written(lines, url);
        }
    }

    static OutcomeLine written(Map<String, OutcomeLine> lines, String url) {
        OutcomeLine line = lines.get(url);
        assertThat(line).as("the line of %s", url).isNotNull();
        return Objects.requireNonNull(line);
    }

    record Fault(String path, String tag, Outcome outcome, AnswerRule rule) {}

    interface Setup {
        Fetch apply(Fetch fetch);
    }

    Result fetch(String... paths) throws Exception {
        return fetch(fetch -> fetch, paths);
    }

    Result fetch(Setup setup, String... paths) throws Exception {
        return run(setup, list(Stream.of(paths).map(this::url).toArray(String[]::new)));
    }

    Result run() throws Exception {
        return run(folder.resolve("list.txt"));
    }

    Result run(Path list) throws Exception {
        return run(fetch -> fetch, list);
    }

    Result run(Setup setup, Path list) throws Exception {
        FetchSummary summary = setup.apply(set(list)).run();
        return new Result(summary, lines(), all());
    }

    static Fetch set(Path list) {
        return Fetch.list(list).schedule(QUICK);
    }

    Path list(String... lines) throws IOException {
        return Files.writeString(folder.resolve("list.txt"), String.join("\n", lines) + "\n");
    }

    Path journal() {
        return folder.resolve("list.txt.results.jsonl");
    }

    List<OutcomeLine> all() {
        List<OutcomeLine> all = new ArrayList<>();
        Journal.scan(journal(), all::add);
        return all;
    }

    Map<String, OutcomeLine> lines() {
        Map<String, OutcomeLine> lines = new LinkedHashMap<>();
        all().forEach(line -> lines.put(line.url(), line));
        return lines;
    }

    String url(String path) {
        return server.uri(path).toString();
    }

    static OutcomeLine only(Result run) {
        assertThat(run.lines).hasSize(1);
        return run.lines.values().iterator().next();
    }
}
