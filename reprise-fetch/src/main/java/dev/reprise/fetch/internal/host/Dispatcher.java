package dev.reprise.fetch.internal.host;

import dev.reprise.fetch.internal.index.HostIndex;
import dev.reprise.fetch.internal.index.HostQueues;
import dev.reprise.fetch.internal.index.ReadyRing;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Choose what is sent next, so that every host is treated as {@link Manners} say and none starves another.
 *
 * <p>Hosts take turns. Hops of redirects go first (their attempt's clock runs), then first attempts, then retries.
 * Whoever waits occupies no slot. A host on hold is not asked, whoever asks; holds only grow. A hold longer than the
 * longest wait <em>parks</em> its host: what waits for it is handed back, and keeps the run alive no longer.
 *
 * <p>Not thread-safe, reads no clock: the caller locks, and passes monotonic nanoseconds.
 *
 * @param <T> a URL whose attempt has begun
 */
public final class Dispatcher<T> {
    private final Manners manners;
    private final HostQueues pending;
    private final List<@Nullable HostState<T>> hosts = new ArrayList<>();
    private final ArrayDeque<HostState<T>> hopRing = new ArrayDeque<>();
    private final ReadyRing firstRing;
    private final ArrayDeque<HostState<T>> againRing = new ArrayDeque<>();
    private final PriorityQueue<Wake<T>> wakes = new PriorityQueue<>();
    private long wakesMade;
    private int inFlight;
    private int waiting;
    private int openPending;
    private int hops;

    public Dispatcher(Manners manners, HostIndex hosts, HostQueues pending) {
        this.manners = manners;
        this.pending = pending;
        this.firstRing = new ReadyRing(hosts);
    }

    /** Add a URL that has not been tried; returns false if its host is parked, so that the caller says so. */
    public boolean add(int host, int url, long now) {
        pending.push(host, url);
        HostState<T> state = known(host);
        if (state == null) {
            firstRing.push(host);
        } else if (isParked(state, now)) {
            state.parkedPending++;
            wakeAt(state, state.stalled ? HostState.NEVER : state.heldUntil);
            return false;
        } else {
            refresh(state, now);
        }
        openPending++;
        return true;
    }

    /** Choose the next thing to send, and take its slot; null: nothing may be sent now. */
    public @Nullable Next<T> next(long now) {
        wake(now);
        if (inFlight >= manners.inFlight()) {
            return null;
        }
        Next<T> next = nextHop(now);
        if (next == null && waiting + hops < Manners.WAITING_AT_MOST) {
            next = nextFirst(now);
        }
        return next == null ? nextAgain(now) : next;
    }

    /** Give a slot back. */
    public void finished(int host, long now) {
        HostState<T> state = state(host);
        state.inFlight--;
        inFlight--;
        refresh(state, now);
    }

    /** Let a URL wait for its retry; returns false if its host is parked. */
    public boolean waitUntil(T task, int host, long due, long now) {
        if (parked(host, now)) {
            return false;
        }
        HostState<T> state = state(host);
        state.waiting++;
        waiting++;
        wakes.add(new Wake<>(due, wakesMade++, host, task));
        return true;
    }

    /** Let an attempt take its next hop on a host; returns false if that host is parked. */
    public boolean hop(T task, int host, long now) {
        if (parked(host, now)) {
            return false;
        }
        HostState<T> state = state(host);
        state.hops().add(task);
        hops++;
        refresh(state, now);
        return true;
    }

    /** Tell whether a request that was chosen may still go out; if so, the pause counts from now. */
    public boolean maySend(int host, long now) {
        HostState<T> state = state(host);
        if (state.held(now)) {
            return false;
        }
        state.pausedUntil = now + manners.pauseNanos();
        return true;
    }

    /** Note an answer that asks for no wait: the host's series of holds is over. */
    public void answered(int host) {
        HostState<T> state = known(host);
        if (state != null) {
            state.heldNanos = 0;
        }
    }

    /** Go on with a hold that an earlier run noted. */
    public void restore(int host, long until, long now) {
        HostState<T> state = state(host);
        state.heldUntil = Math.max(state.heldUntil, until);
        state.restored = true;
        if (!state.parked && state.heldUntil - now > manners.maxWaitNanos()) {
            park(state);
        }
        wakeAt(state, state.heldUntil);
    }

    /** Hold a host; returns true if that parks it, and {@link #handBack} then gives what waited for it. */
    public boolean hold(int host, long until, long now) {
        HostState<T> state = state(host);
        boolean was = state.held(now);
        if (!was && state.heldNanos >= Manners.PATIENCE_NANOS) {
            state.stalled = true;
        }
        long from = was ? state.heldUntil : now;
        if (until > from) {
            state.restored = false;
            state.heldNanos += until - from;
            state.heldUntil = until;
        }
        if (!state.parked && (state.stalled || state.heldUntil - now > manners.maxWaitNanos())) {
            park(state);
            wakeAt(state, state.heldUntil);
            return true;
        }
        wakeAt(state, state.heldUntil);
        return false;
    }

    /** Take the begun attempts that waited for a host that was parked. */
    public List<T> handBack(int host) {
        HostState<T> state = state(host);
        List<T> back = handBackReady(state);
        wakes.removeIf(wake -> {
            if (wake.host() != host || wake.task() == null) {
                return false;
            }
            back.add(wake.task());
            state.waiting--;
            waiting--;
            return true;
        });
        return back;
    }

    /** Take every begun attempt that waits for anything: the run is ending. */
    public List<T> handBackAll() {
        List<T> back = new ArrayList<>();
        for (HostState<T> state : hosts) {
            if (state != null) {
                back.addAll(handBackReady(state));
                state.waiting = 0;
            }
        }
        for (Wake<T> wake : wakes) {
            if (wake.task() != null) {
                back.add(wake.task());
            }
        }
        wakes.clear();
        waiting = 0;
        return back;
    }

    private List<T> handBackReady(HostState<T> state) {
        List<T> back = new ArrayList<>();
        if (state.hasHops()) {
            hops -= state.hops().size();
            back.addAll(state.hops());
            state.hops().clear();
        }
        if (state.hasDue()) {
            waiting -= state.due().size();
            state.waiting -= state.due().size();
            back.addAll(state.due());
            state.due().clear();
        }
        return back;
    }

    /** Return when a host's hold ends; {@link Long#MIN_VALUE} if it has none. */
    public long heldUntil(int host) {
        HostState<T> state = known(host);
        return state == null ? Long.MIN_VALUE : state.heldUntil;
    }

    /** Tell whether a host's hold is that of an earlier run, whose lines say so already. */
    public boolean restored(int host) {
        HostState<T> state = known(host);
        return state != null && state.restored;
    }

    /** Tell whether a host is held for longer than anybody waits. */
    public boolean parked(int host, long now) {
        HostState<T> state = known(host);
        return state != null && isParked(state, now);
    }

    /** Return when {@link #next} may have something new though nothing else happened; {@link Long#MAX_VALUE}: never. */
    public long nextWake() {
        Wake<T> first = wakes.peek();
        return first == null ? Long.MAX_VALUE : first.at();
    }

    /** Tell whether anything is in flight, waiting or still to be sent in this run. */
    public boolean working() {
        return inFlight > 0 || waiting > 0 || openPending > 0 || hops > 0;
    }

    public int inFlight() {
        return inFlight;
    }

    /** Count the hosts that have an object of their own. */
    long remembered() {
        return hosts.stream().filter(Objects::nonNull).count();
    }

    /** Count the hosts on hold. */
    public int hostsHeld(long now) {
        int held = 0;
        for (HostState<T> state : hosts) {
            if (state != null && state.held(now)) {
                held++;
            }
        }
        return held;
    }

    private @Nullable Next<T> nextHop(long now) {
        for (HostState<T> state = hopRing.poll(); state != null; state = hopRing.poll()) {
            state.inHopRing = false;
            if (state.available(now, manners.perHost()) && state.hasHops()) {
                hops--;
                return take(state, -1, state.hops().poll(), now);
            }
        }
        return null;
    }

    private @Nullable Next<T> nextFirst(long now) {
        for (int host = firstRing.poll(); host >= 0; host = firstRing.poll()) {
            HostState<T> state = state(host);
            if (state.available(now, manners.perHost()) && pending.any(state.id)) {
                openPending--;
                return take(state, pending.poll(state.id), null, now);
            }
        }
        return null;
    }

    private @Nullable Next<T> nextAgain(long now) {
        for (HostState<T> state = againRing.poll(); state != null; state = againRing.poll()) {
            state.inAgainRing = false;
            if (state.available(now, manners.perHost()) && state.hasDue()) {
                state.waiting--;
                waiting--;
                return take(state, -1, state.due().poll(), now);
            }
        }
        return null;
    }

    private Next<T> take(HostState<T> state, int url, @Nullable T task, long now) {
        state.inFlight++;
        inFlight++;
        state.pausedUntil = now + manners.pauseNanos();
        refresh(state, now);
        return new Next<>(state.id, url, task);
    }

    private void park(HostState<T> state) {
        state.parked = true;
        state.parkedPending = pending.count(state.id);
        openPending -= state.parkedPending;
    }

    private boolean isParked(HostState<T> state, long now) {
        if (state.parked && !state.held(now)) {
            state.parked = false;
            openPending += state.parkedPending;
            state.parkedPending = 0;
            refresh(state, now);
        }
        return state.parked;
    }

    private void wake(long now) {
        for (Wake<T> wake = wakes.peek(); wake != null && wake.at() <= now; wake = wakes.peek()) {
            wakes.poll();
            HostState<T> state = state(wake.host());
            T task = wake.task();
            if (task != null) {
                state.due().add(task);
            } else {
                state.wakeAt = HostState.NEVER;
                isParked(state, now);
            }
            refresh(state, now);
        }
    }

    /** Put a host into the rings it belongs to, or arrange to look again; forget it if nothing is to be remembered. */
    private void refresh(HostState<T> state, long now) {
        boolean wanted = state.hasHops() || state.hasDue() || pending.any(state.id);
        if (wanted && state.available(now, manners.perHost())) {
            if (state.hasHops() && !state.inHopRing) {
                state.inHopRing = true;
                hopRing.add(state);
            }
            if (pending.any(state.id)) {
                firstRing.push(state.id);
            }
            if (state.hasDue() && !state.inAgainRing) {
                state.inAgainRing = true;
                againRing.add(state);
            }
        } else if (wanted && !state.stalled && state.inFlight < manners.perHost()) {
            wakeAt(state, Math.max(state.pausedUntil, state.heldUntil));
        } else if (!wanted && state.inFlight == 0 && state.pausedUntil > now) {
            wakeAt(state, state.pausedUntil);
        }
        if (state.quiet(now)) {
            hosts.set(state.id, null);
        }
    }

    private void wakeAt(HostState<T> state, long at) {
        if (at < state.wakeAt) {
            state.wakeAt = at;
            wakes.add(new Wake<>(at, wakesMade++, state.id, null));
        }
    }

    private @Nullable HostState<T> known(int host) {
        return host < hosts.size() ? hosts.get(host) : null;
    }

    private HostState<T> state(int host) {
        while (hosts.size() <= host) {
            hosts.add(null);
        }
        HostState<T> state = hosts.get(host);
        if (state == null) {
            state = new HostState<>(host);
            hosts.set(host, state);
        }
        return state;
    }

    /**
     * Name what is to be sent, and the host whose slot it has.
     *
     * @param host the host
     * @param url the URL of a first attempt, else -1
     * @param task the attempt that goes on, else null
     */
    public record Next<T>(int host, int url, @Nullable T task) {}

    private record Wake<T>(
            long at, long order, int host, @Nullable T task) implements Comparable<Wake<T>> {
        @Override
        public int compareTo(Wake<T> other) {
            int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }
}
