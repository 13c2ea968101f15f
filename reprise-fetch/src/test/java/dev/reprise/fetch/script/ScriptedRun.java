package dev.reprise.fetch.script;

import dev.reprise.backoff.Backoff;
import dev.reprise.fetch.Fetch;
import dev.reprise.fetch.FetchSummary;
import dev.reprise.fetch.internal.journal.Journal;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.FaultServerOptions;
import dev.reprise.testkit.SeenRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One run over a scripted site: what it said, what it wrote, and what the server saw of each attempt. */
final class ScriptedRun {
    final ScriptedSite site;
    final FetchSummary summary;
    final List<OutcomeLine> lines = new ArrayList<>();
    final List<SeenRequest> seen;
    final FaultServer server;
    final Path journal;

    private ScriptedRun(FaultServer server, ScriptedSite site, FetchSummary summary, Path journal) {
        this.server = server;
        this.site = site;
        this.summary = summary;
        this.journal = journal;
        this.seen = server.requests();
        Journal.scan(journal, lines::add);
    }

    static ScriptedRun of(Path folder, Function<FaultServer, ScriptedSite> sites, int perHost, Duration patience)
            throws Exception {
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().hosts(ScriptedSite.HOSTS))) {
            ScriptedSite site = sites.apply(server);
            Path list = Files.writeString(folder.resolve("list.txt"), site.text);
            Path journal = folder.resolve("journal");
            FetchSummary summary = Fetch.list(list)
                    .journal(journal)
                    .perHost(perHost)
                    .schedule(Backoff.parse("exponential base=20ms jitter=+10ms"))
                    .responseTimeout(patience)
                    .maxBytes(Kinds.MAX_BYTES)
                    .run();
            return new ScriptedRun(server, site, summary, journal);
        }
    }

    /** The shortest delay before a retry, by the schedule alone. */
    static Duration shortestDelay(int retry) {
        return Duration.ofMillis(20L << (retry - 1));
    }

    /** The longest delay before a retry, by the schedule alone. */
    static Duration longestDelay(int retry) {
        return shortestDelay(retry).plusMillis(10);
    }

    /** Count the requests for each URL that the server saw. */
    Map<String, Integer> requestsByUrl() {
        Map<String, Integer> counts = new HashMap<>();
        seen.forEach(request -> counts.merge(url(request), 1, Integer::sum));
        return counts;
    }

    /** Sort what the server saw into the attempts of the script; what is missing there is missing here. */
    Map<ScriptedUrl, List<List<SeenRequest>>> attempts() {
        Map<String, Deque<SeenRequest>> left = new HashMap<>();
        seen.forEach(request ->
                left.computeIfAbsent(url(request), url -> new ArrayDeque<>()).add(request));
        Map<ScriptedUrl, List<List<SeenRequest>>> attempts = new HashMap<>();
        for (ScriptedUrl url : site.urls) {
            List<List<SeenRequest>> ofUrl = new ArrayList<>();
            for (Turn turn : url.attempts()) {
                List<SeenRequest> ofTurn = new ArrayList<>();
                for (Ask ask : turn.asks()) {
                    SeenRequest next =
                            left.getOrDefault(ask.url(), new ArrayDeque<>()).poll();
                    if (next != null) {
                        ofTurn.add(next);
                    }
                }
                ofUrl.add(ofTurn);
            }
            attempts.put(url, ofUrl);
        }
        return attempts;
    }

    static String url(SeenRequest request) {
        return "http://" + request.host().authority() + request.target();
    }
}
