package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.http.Cookies;
import dev.reprise.fetch.internal.http.Exchange;
import dev.reprise.fetch.internal.journal.AttemptLine;
import dev.reprise.fetch.internal.url.FetchUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
    final List<AttemptLine> attempts = new ArrayList<>(1);

    /** The hop that is asked now, or next. */
    FetchUrl current;

    int currentHost;
    int hops;
    int retries;
    /** What is left of the attempt's time: waiting between hops does not count. */
    long budgetNanos;

    long sentAt;
    long spentNanos;
    @Nullable Instant attemptAt;
    @Nullable Cookies cookies;
    private @Nullable Set<String> visited;
    private @Nullable java.util.random.RandomGenerator random;
    volatile @Nullable Exchange exchange;

    Task(int id, String text, FetchUrl url, int host) {
        this.id = id;
        this.text = text;
        this.url = url;
        this.host = host;
        this.current = url;
        this.currentHost = host;
    }

    int attempt() {
        return retries + 1;
    }

    /** Begin the next attempt at the list's own URL, without cookies. */
    void restart() {
        current = url;
        currentHost = host;
        hops = 0;
        spentNanos = 0;
        attemptAt = null;
        cookies = null;
        visited = null;
    }

    /** Note that this hop is asked; false if the attempt was here before with the same cookies. */
    boolean visit(FetchUrl next, @Nullable String cookieHeader) {
        if (visited == null) {
            visited = new HashSet<>();
        }
        return visited.add(cookieHeader == null ? next.norm() : next.norm() + ' ' + cookieHeader);
    }

    boolean redirected() {
        return current != url;
    }

    java.util.random.RandomGenerator random(RunSettings settings) {
        if (random == null) {
            random = settings.randomFor(url.norm());
        }
        return random;
    }
}
