package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.index.UrlState;
import java.util.Map;
import java.util.TreeMap;

/** Count the listed URLs by state, and what was done for them. The caller holds the book's lock. */
public final class Tally {
    private final long[] states = new long[UrlState.values().length];
    private final Map<String, Long> tags = new TreeMap<>();
    private long duplicates;
    private long requests;
    private long retries;
    private long bytes;

    void enter(UrlState state) {
        states[state.code()]++;
    }

    void move(UrlState from, UrlState to) {
        states[from.code()]--;
        states[to.code()]++;
    }

    void tag(String tag) {
        tags.merge(tag, 1L, Long::sum);
    }

    public long count(UrlState state) {
        return states[state.code()];
    }

    void duplicate() {
        duplicates++;
    }

    void request(int by) {
        requests += by;
    }

    void retry(int by) {
        retries += by;
    }

    void bytes(long more) {
        bytes += more;
    }

    public long duplicates() {
        return duplicates;
    }

    public long requests() {
        return requests;
    }

    public long retries() {
        return retries;
    }

    public long bytes() {
        return bytes;
    }

    /** Count the URLs that the list names, each once. */
    public long listed() {
        long listed = 0;
        for (UrlState state : UrlState.values()) {
            listed += state.isListed() ? count(state) : 0;
        }
        return listed;
    }

    public Map<String, Long> tags() {
        return new TreeMap<>(tags);
    }
}
