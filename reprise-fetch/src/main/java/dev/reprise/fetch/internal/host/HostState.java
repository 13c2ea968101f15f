package dev.reprise.fetch.internal.host;

import java.util.ArrayDeque;

/** Hold what is known of a host while it is busy, held or has URLs that wait; a quiet host has no such object. */
final class HostState<T> {
    static final long NEVER = Long.MAX_VALUE;

    final int id;
    /** Redirects whose next hop this host is to answer. */
    final ArrayDeque<T> hops = new ArrayDeque<>(2);
    /** Retries whose wait is over. */
    final ArrayDeque<T> due = new ArrayDeque<>(2);

    int inFlight;
    int waiting;
    long pausedUntil = Long.MIN_VALUE;
    long heldUntil = Long.MIN_VALUE;
    /** When the present series of holds began; a series ends with any other answer. */
    long heldSince = NEVER;

    boolean parked;
    /** The hold is the one that an earlier run noted. */
    boolean restored;

    boolean stalled;
    /** First attempts that wait for a parked host; they do not keep the run alive. */
    int parkedPending;

    boolean inHopRing;
    boolean inAgainRing;
    long wakeAt = NEVER;

    HostState(int id) {
        this.id = id;
    }

    boolean held(long now) {
        return stalled || heldUntil > now;
    }

    boolean available(long now, int perHost) {
        return inFlight < perHost && !parked && pausedUntil <= now && !held(now);
    }

    boolean quiet(long now) {
        return inFlight == 0
                && waiting == 0
                && hops.isEmpty()
                && due.isEmpty()
                && !inHopRing
                && !inAgainRing
                && wakeAt == NEVER
                && heldSince == NEVER
                && !parked
                && pausedUntil <= now
                && !held(now);
    }
}
