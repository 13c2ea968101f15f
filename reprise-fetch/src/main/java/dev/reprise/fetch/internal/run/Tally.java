package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.index.UrlState;
import java.util.EnumMap;
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
        states[state.ordinal()]++;
    }

    void move(UrlState from, UrlState to) {
        states[from.ordinal()]--;
        states[to.ordinal()]++;
    }

    void tag(String tag) {
        tags.merge(tag, 1L, Long::sum);
    }

    long count(UrlState state) {
        return states[state.ordinal()];
    }

    Map<UrlState, Long> counts() {
        Map<UrlState, Long> counts = new EnumMap<>(UrlState.class);
        for (UrlState state : UrlState.values()) {
            counts.put(state, count(state));
        }
        return counts;
    }

    Map<String, Long> tags() {
        return new TreeMap<>(tags);
    }
}
