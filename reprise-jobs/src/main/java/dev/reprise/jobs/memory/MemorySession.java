package dev.reprise.jobs.memory;

import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.Beat;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Held;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Promoted;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One worker's way to the jobs; every call holds the store's lock. */
final class MemorySession implements WorkerSession {
    private final State state;
    private final Hints hints;
    private final Claims claims;
    private final Endings endings;
    private final Sweeps sweeps;
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

    MemorySession(State state, Hints hints, UUID worker) {
        this.state = state;
        this.hints = hints;
        claims = new Claims(state, worker);
        endings = new Endings(state, worker);
        sweeps = new Sweeps(state);
    }

    @Override
    public List<Claimed> claim(List<Lane> lanes, int batch, Duration lease) {
        Checks.aboveZero("batch", batch);
        Checks.aboveZero("lease", lease);
        synchronized (state) {
            return claims.claim(List.copyOf(lanes), batch, lease);
        }
    }

    @Override
    public List<EndingVerdict> end(UUID flush, List<AttemptEnding> ended) {
        Objects.requireNonNull(flush, "flush");
        List<EndingVerdict> verdicts = new ArrayList<>();
        synchronized (state) {
            Instant now = state.now();
            state.refuseKnownIds(endings.children(ended));
            for (AttemptEnding ending : ended) {
                verdicts.add(endings.end(flush, ending, now));
            }
        }
        if (ended.stream().anyMatch(ending -> !ending.children().isEmpty())) {
            hints.work();
        }
        return List.copyOf(verdicts);
    }

    @Override
    public Beat beat(List<Held> held, Duration lease) {
        Checks.aboveZero("lease", lease);
        synchronized (state) {
            return claims.beat(List.copyOf(held), lease);
        }
    }

    @Override
    public Promoted promote(int atMost) {
        Checks.aboveZero("atMost", atMost);
        synchronized (state) {
            return sweeps.promote(atMost);
        }
    }

    @Override
    public List<UUID> expire(int atMost) {
        Checks.aboveZero("atMost", atMost);
        synchronized (state) {
            return sweeps.expire(atMost);
        }
    }

    @Override
    public List<Lapsed> lapsed(@Nullable UUID afterId, int atMost) {
        Checks.aboveZero("atMost", atMost);
        synchronized (state) {
            return sweeps.lapsed(afterId, atMost);
        }
    }

    @Override
    public List<EndingVerdict> reclaim(List<Reclaim> reclaims) {
        synchronized (state) {
            return List.copyOf(reclaims).stream().map(sweeps::reclaim).toList();
        }
    }

    @Override
    public Subscription subscribe(WakeListener listener) {
        Subscription subscription = hints.subscribe(Objects.requireNonNull(listener, "listener"));
        subscriptions.add(subscription);
        return subscription;
    }

    @Override
    public void close() {
        subscriptions.forEach(Subscription::close);
    }
}
