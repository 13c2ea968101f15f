package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.index.UrlState;
import java.util.Map;
import java.util.TreeMap;

/** Count the listed URLs by state, and what was done for them. The caller holds the book's lock. */
final class Tally {
    private final long[] states = new long[UrlState.values().length];
    private final Map<String, Long> tags = new TreeMap<>();
    long duplicates;
    long requests;
    long retries;
    long bytes;

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

    long count(UrlState state) {
        return states[state.code()];
    }

    /** Count the URLs that the list names, each once. */
    long listed() {
        long listed = 0;
        for (UrlState state : UrlState.values()) {
            listed += state.isListed() ? count(state) : 0;
        }
        return listed;
    }

    Map<String, Long> tags() {
        return new TreeMap<>(tags);
    }
}
