package dev.reprise.fetch.internal.host;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Hold what is known of a host while it is busy, held or has URLs that wait; a quiet host has no such object. */
final class HostState<T> {
    static final long NEVER = Long.MAX_VALUE;

    final int id;
    int inFlight;
    int waiting;
    long pausedUntil = Long.MIN_VALUE;
    long heldUntil = Long.MIN_VALUE;
    /** How long the present series of holds is, without overlaps; it ends with any other answer. */
    long heldNanos;

    /** The host is held for longer than anybody waits. */
    boolean parked;
    /** The host has only ever said "not now": nothing more is asked in this run. */
    boolean stalled;
    /** The hold is the one that an earlier run noted. */
    boolean restored;
    /** First attempts that wait for a parked host; they do not keep the run alive. */
    int parkedPending;

    boolean inHopRing;
    boolean inAgainRing;
    long wakeAt = NEVER;
    private @Nullable ArrayDeque<T> hops;
    private @Nullable ArrayDeque<T> due;

    HostState(int id) {
        this.id = id;
    }

    /** Redirects whose next hop this host is to answer. */
    Queue<T> hops() {
        hops = hops == null ? new ArrayDeque<>(2) : hops;
        return hops;
    }

    /** Retries whose wait is over. */
    Queue<T> due() {
        due = due == null ? new ArrayDeque<>(2) : due;
        return due;
    }

    boolean hasHops() {
        return hops != null && !hops.isEmpty();
    }

    boolean hasDue() {
        return due != null && !due.isEmpty();
    }

    boolean held(long now) {
        return stalled || heldUntil > now;
    }

    boolean available(long now, int perHost) {
        return inFlight < perHost && !parked && pausedUntil <= now && !held(now);
    }

    /** Tell whether nothing would be forgotten with this object. */
    boolean quiet(long now) {
        return inFlight == 0
                && waiting == 0
                && !hasHops()
                && !hasDue()
                && !inHopRing
                && !inAgainRing
                && wakeAt == NEVER
                && heldNanos == 0
                && !parked
                && pausedUntil <= now
                && !held(now);
    }
}
