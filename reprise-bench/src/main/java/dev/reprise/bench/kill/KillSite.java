package dev.reprise.bench.kill;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.FaultServerOptions;
import dev.reprise.testkit.Faults;
import dev.reprise.testkit.Recording;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.SeenRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A site of many hosts where every URL ends for good within one run: pages, blips, redirects and pages that are gone. */
public final class KillSite implements AutoCloseable {
    private static final int HOSTS = 50;
    private static final int LARGE = 100_000;
    private static final List<String> KINDS =
            List.of("page", "blip", "gone", "gzip", "moved", "large", "chunked", "page", "blip", "page");

    private final FaultServer server =
            FaultServer.start(new FaultServerOptions(HOSTS, InstantSource.system(), Recording.LINES));
    private final Set<String> blipped = ConcurrentHashMap.newKeySet();
    private final List<String> urls = new ArrayList<>();
    private volatile Duration answering;

    /**
     * Start the server.
     *
     * @param count how many URLs
     * @param answering how long each answer takes
     */
    public KillSite(int count, Duration answering) {
        this.answering = answering;
        server.fallback(this::answer);
        for (int i = 0; i < count; i++) {
            String path = "/" + KINDS.get(i / HOSTS % KINDS.size()) + "/" + i;
            urls.add(server.host(i % HOSTS).uri(path).toString());
        }
    }

    /** Return the list's URLs. */
    public List<String> urls() {
        return List.copyOf(urls);
    }

    /** Tell whether a URL fails for good; any other ends as a success. */
    public static boolean isGone(String url) {
        return url.contains("/gone/");
    }

    /** Return how many requests the server saw. */
    public long requestCount() {
        return server.requestCount();
    }

    /** Return what the server saw. */
    public List<SeenRequest> requests() {
        return server.requests();
    }

    /** Return the URL of the list that a request belongs to. */
    public static String listed(SeenRequest request) {
        return "http://" + request.host().authority() + request.target().replace("/landing/", "/moved/");
    }

    /** Answer more slowly from now on, or faster. */
    public void answering(Duration time) {
        answering = time;
    }

    /** Count the requests of a run that nothing interrupts. */
    public long leastRequests() {
        return urls.stream()
                .mapToLong(url -> url.contains("/blip/") || url.contains("/moved/") ? 2 : 1)
                .sum();
    }

    private Answer answer(Request request) {
        String path = request.path();
        String kind = path.substring(1, path.indexOf('/', 1));
        String text = ("This is " + path + ".\n").repeat(20);
        return switch (kind) {
            case "gone" -> Answer.status(404).delay(answering);
            case "blip" ->
                blipped.add(request.host() + path)
                        ? Answer.status(503)
                        : Answer.ok(text).delay(answering);
            case "gzip" -> Answer.ok(text).gzip().delay(answering);
            case "chunked" -> Answer.ok(text).chunked().delay(answering);
            case "moved" -> Faults.redirect("/landing/" + path.substring(path.lastIndexOf('/') + 1));
            // More than is collected in memory before it goes to a file, with a pause in the middle.
            case "large" ->
                Answer.ok(text.repeat(LARGE / text.length())).stall(dev.reprise.testkit.Point.IN_BODY, answering);
            default -> Answer.ok(text).delay(answering);
        };
    }

    @Override
    public void close() {
        server.close();
    }
}
