package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.http.Cookies;
import dev.reprise.fetch.internal.journal.OutcomeAttempt;
import dev.reprise.fetch.internal.url.FetchUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Follow one URL from its first attempt to its outcome. One thread at a time works on it; the engine's lock hands it
 * from one to the next.
 */
final class Task {
    final int id;
    final String text;
    final FetchUrl url;
    final int host;
    final List<OutcomeAttempt> attempts = new ArrayList<>(1);
    final long beganAt;

    /** The hop that is asked now, or next. */
    FetchUrl current;

    int currentHost;
    int hops;
    int retries;
    /** What the hops of this attempt took; waiting between them does not count. */
    long spentNanos;

    @Nullable
    Instant attemptAt;

    /** What the last decision said of the URL, should it be left as it is. */
    @Nullable
    String tag;

    @Nullable
    Cookies cookies;

    private @Nullable String bodyName;
    private @Nullable Set<String> visited;
    private @Nullable RandomGenerator random;

    Task(int id, String text, FetchUrl url, int host, RunClock clock) {
        this.id = id;
        this.text = text;
        this.url = url;
        this.host = host;
        this.current = url;
        this.currentHost = host;
        this.beganAt = clock.nanos();
    }

    int attempt() {
        return retries + 1;
    }

    boolean begun() {
        return retries > 0 || hops > 0;
    }

    /** Go on at another URL, as a redirect says. */
    void follow(FetchUrl next, int nextHost) {
        current = next;
        currentHost = nextHost;
        hops++;
    }

    /** Count a retry, and begin it at the list's own URL, without cookies. */
    void restart() {
        current = url;
        currentHost = host;
        retries++;
        hops = 0;
        spentNanos = 0;
        attemptAt = null;
        cookies = null;
        visited = null;
    }

    /** Note that a URL is asked; false if this attempt asked it before with the same cookies. */
    boolean visit(FetchUrl next) {
        if (visited == null) {
            visited = new HashSet<>();
        }
        String header = cookies == null ? null : cookies.header(next);
        return visited.add(header == null ? next.norm() : next.norm() + ' ' + header);
    }

    boolean redirected() {
        return hops > 0;
    }

    /** Return the name of the file that keeps the body: a hash of the URL, made once. */
    String bodyName() {
        if (bodyName == null) {
            bodyName = Bodies.nameOf(url.norm());
        }
        return bodyName;
    }

    boolean sameOrigin() {
        return current.isHttps() == url.isHttps() && current.authority().equals(url.authority());
    }

    RandomGenerator random(RunSettings settings) {
        if (random == null) {
            random = settings.randomFor(url.norm());
        }
        return random;
    }
}
