package dev.reprise.fetch;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.BatchPolicy;
import dev.reprise.fetch.internal.host.Manners;
import dev.reprise.fetch.internal.http.ClientSettings;
import dev.reprise.fetch.internal.run.Bodies;
import dev.reprise.fetch.internal.run.RunSettings;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Set up the fetching of a list of URLs, then {@link #run} it.
 *
 * <p>Each URL ends with one outcome line in the journal; run it again, and what is done or gone for good is skipped.
 * Every setting has a default that is polite to strangers. Not thread-safe.
 */
public final class Fetch {
    private final RunSource source;
    private @Nullable Path journal;
    private @Nullable OutputStream outcomes;
    private boolean fresh;
    private int inFlight = 64;
    private int perHost = 1;
    private Duration delay = Duration.ZERO;
    private int retries = 3;
    private Backoff schedule = Backoff.parse("exponential base=500ms jitter=+250ms");
    private Duration maxWait = Duration.ofSeconds(60);
    private Duration timeout = Duration.ofSeconds(60);
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration responseTimeout = Duration.ofSeconds(30);
    private long maxBytes = 10 * 1024 * 1024;
    private int maxRedirects = 5;
    private String userAgent = "reprise/0.1";
    private final List<Map.Entry<String, String>> headers = new ArrayList<>();
    private @Nullable String seed;
    private @Nullable Path save;

    private Fetch(RunSource source) {
        this.source = source;
    }

    /**
     * Fetch the URLs of a file, one a line.
     *
     * @param list UTF-8; {@code #} begins a comment at the start of a line or after white space
     * @return the set-up, whose journal is {@code LIST.results.jsonl} unless told otherwise
     */
    public static Fetch list(Path list) {
        return new Fetch(new RunSource.ListFile(Objects.requireNonNull(list, "list")));
    }

    /**
     * Fetch one URL.
     *
     * @param url an absolute http or https URL
     * @return the set-up; it needs {@link #journal} or {@link #outcomesTo}
     */
    public static Fetch url(String url) {
        return new Fetch(new RunSource.OneUrl(Objects.requireNonNull(url, "url")));
    }

    /**
     * Fetch the URLs of a stream, one a line; it is copied beside the journal first, since lines are read again.
     *
     * @param lines UTF-8, as {@link #list}; not closed
     * @return the set-up; it needs {@link #journal} or {@link #outcomesTo}
     */
    public static Fetch lines(InputStream lines) {
        return new Fetch(new RunSource.Stream(Objects.requireNonNull(lines, "lines")));
    }

    /**
     * Keep the outcomes in a file, and skip what an earlier run's lines say is done.
     *
     * @param file created if absent; locked while the run goes on
     * @return this
     */
    public Fetch journal(Path file) {
        journal = Objects.requireNonNull(file, "file");
        return this;
    }

    /**
     * Write the outcome lines to a stream: no memory between runs, no lock.
     *
     * @param stream not closed; flushed within 50 ms
     * @return this
     */
    public Fetch outcomesTo(OutputStream stream) {
        outcomes = Objects.requireNonNull(stream, "stream");
        return this;
    }

    /**
     * Set the old journal aside, numbered, and begin anew.
     *
     * @param fresh default false
     * @return this
     */
    public Fetch fresh(boolean fresh) {
        this.fresh = fresh;
        return this;
    }

    /**
     * Limit the requests in flight over all hosts.
     *
     * @param count 1 to 10,000; default 64
     * @return this
     */
    public Fetch inFlight(int count) {
        inFlight = range("inFlight", count, 1, 10_000);
        return this;
    }

    /**
     * Limit the requests in flight to one host.
     *
     * @param count 1 to 10,000; default 1
     * @return this
     */
    public Fetch perHost(int count) {
        perHost = range("perHost", count, 1, 10_000);
        return this;
    }

    /**
     * Pause between the starts of two requests to one host.
     *
     * @param delay zero or more; default zero
     * @return this
     */
    public Fetch delay(Duration delay) {
        this.delay = between("delay", delay, Duration.ZERO);
        return this;
    }

    /**
     * Limit the retries of one URL in one run.
     *
     * @param count 0 to 1,000; default 3
     * @return this
     */
    public Fetch retries(int count) {
        retries = range("retries", count, 0, 1_000);
        return this;
    }

    /**
     * Choose how long a URL waits before its retries.
     *
     * @param schedule default {@code exponential base=500ms jitter=+250ms}
     * @return this
     */
    public Fetch schedule(Backoff schedule) {
        this.schedule = Objects.requireNonNull(schedule, "schedule");
        return this;
    }

    /**
     * Limit the waits: a server's longer wish is neither slept through nor shortened, but deferred.
     *
     * @param maxWait zero or more; default 60 s
     * @return this
     */
    public Fetch maxWait(Duration maxWait) {
        this.maxWait = between("maxWait", maxWait, Duration.ZERO);
        return this;
    }

    /**
     * Limit one attempt, redirects and body included, waiting not.
     *
     * @param timeout at least 1 ms; default 60 s
     * @return this
     */
    public Fetch timeout(Duration timeout) {
        this.timeout = between("timeout", timeout, Duration.ofMillis(1));
        return this;
    }

    /**
     * Limit the wait for a connection.
     *
     * @param timeout at least 1 ms; default 10 s; {@link #timeout} bounds it silently
     * @return this
     */
    public Fetch connectTimeout(Duration timeout) {
        connectTimeout = between("connectTimeout", timeout, Duration.ofMillis(1));
        return this;
    }

    /**
     * Limit the silence of a server within an answer.
     *
     * @param timeout at least 1 ms; default 30 s; {@link #timeout} bounds it silently
     * @return this
     */
    public Fetch responseTimeout(Duration timeout) {
        responseTimeout = between("responseTimeout", timeout, Duration.ofMillis(1));
        return this;
    }

    /**
     * Limit the size of a body, counted after decoding.
     *
     * @param bytes at least 0; default 10 MiB
     * @return this
     */
    public Fetch maxBytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("maxBytes: " + bytes + " is negative; allowed is zero or more");
        }
        maxBytes = bytes;
        return this;
    }

    /**
     * Limit the redirects of one attempt.
     *
     * @param count 0 to 50; default 5
     * @return this
     */
    public Fetch maxRedirects(int count) {
        maxRedirects = range("maxRedirects", count, 0, 50);
        return this;
    }

    /**
     * Say who asks.
     *
     * @param userAgent not blank
     * @return this
     */
    public Fetch userAgent(String userAgent) {
        if (Objects.requireNonNull(userAgent, "userAgent").isBlank()) {
            throw new IllegalArgumentException("userAgent: a blank text; say who asks, and how to reach you");
        }
        this.userAgent = userAgent;
        return this;
    }

    /**
     * Send a header with every request. {@code Authorization}, {@code Proxy-Authorization} and {@code Cookie} stay at
     * home when a redirect leaves the URL's own origin.
     *
     * @param name a header name
     * @param value its value, one line
     * @return this
     */
    public Fetch header(String name, String value) {
        if (!Objects.requireNonNull(name, "name").matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")) {
            throw new IllegalArgumentException("header: '" + name + "' is not a header name");
        }
        if (Objects.requireNonNull(value, "value").chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
            throw new IllegalArgumentException("header " + name + ": its value has a line break or control character");
        }
        headers.add(Map.entry(name, value));
        return this;
    }

    /**
     * Replay the delays: each URL draws from the seed's stream derived by its normal form.
     *
     * @param seed any text; default none
     * @return this
     */
    public Fetch seed(String seed) {
        this.seed = Objects.requireNonNull(seed, "seed");
        return this;
    }

    /**
     * Keep the bodies of successes, decoded, each in a file that the outcome line names.
     *
     * @param directory created if absent
     * @return this
     */
    public Fetch save(Path directory) {
        save = Objects.requireNonNull(directory, "directory");
        return this;
    }

    /**
     * Fetch, and wait for the end.
     *
     * @return what the run did
     * @throws FetchUnusableException if the list, the journal or the disk is not usable
     * @throws InterruptedException if the thread is interrupted; the run has then been aborted, and can be resumed
     */
    public FetchSummary run() throws FetchUnusableException, InterruptedException {
        Run run = started();
        try {
            return run.await();
        } catch (InterruptedException e) {
            run.abort();
            run.awaitQuietly();
            throw e;
        }
    }

    /**
     * Start to fetch, on threads of the run's own.
     *
     * @return the run
     * @throws FetchUnusableException if the list or the journal is not usable, for example since another run has it
     */
    public FetchRun start() throws FetchUnusableException {
        return started();
    }

    private Run started() throws FetchUnusableException {
        return Run.start(source, settings(), journalPath(), outcomes, fresh);
    }

    private RunSettings settings() {
        BatchPolicy policy =
                BatchPolicy.direct().retries(retries).backoff(schedule).maxWait(maxWait);
        ClientSettings client = new ClientSettings(
                inFlight,
                Math.min(perHost, inFlight),
                shorter(connectTimeout, timeout),
                shorter(responseTimeout, timeout),
                maxBytes,
                userAgent,
                List.copyOf(headers));
        Manners manners = new Manners(inFlight, perHost, delay.toNanos(), maxWait.toNanos());
        return new RunSettings(
                manners, client, policy, schedule, timeout, maxRedirects, seed, save == null ? null : Bodies.in(save));
    }

    private @Nullable Path journalPath() {
        if (journal != null && outcomes != null) {
            throw new IllegalStateException("journal and outcomesTo are both set; choose one");
        }
        if (journal == null && outcomes == null) {
            if (source instanceof RunSource.ListFile file) {
                return file.path().resolveSibling(file.path().getFileName() + ".results.jsonl");
            }
            throw new IllegalStateException("journal: not set, and only a list file has a default one");
        }
        return journal;
    }

    private static int range(String name, int value, int low, int high) {
        if (value < low || value > high) {
            throw new IllegalArgumentException(name + ": " + value + " is not from " + low + " to " + high);
        }
        return value;
    }

    private static Duration between(String name, Duration value, Duration low) {
        Objects.requireNonNull(value, name);
        Duration high = Duration.ofDays(365);
        if (value.compareTo(low) < 0 || value.compareTo(high) > 0) {
            throw new IllegalArgumentException(name + ": " + value + " is not from " + low + " to " + high);
        }
        return value;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
