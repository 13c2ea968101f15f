package dev.reprise.jobs.postgres;

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
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** What one worker process does, on connections reserved for it; the heartbeat has one that nothing else can keep busy. */
final class PostgresSession implements WorkerSession {
    private final Connections forBeats;
    private final Connections forWork;
    private final Claims claims;
    private final Endings endings;
    private final Beats beats;
    private final Sweeps sweeps;
    private final Notifications notifications;
    private final Queue<Subscription> subscriptions = new ConcurrentLinkedQueue<>();

    PostgresSession(Database database, UUID worker, Notifications notifications) {
        this.forBeats = new Connections(database.dataSource());
        this.forWork = new Connections(database.dataSource());
        Runner work = new Runner(forWork, database.schema());
        this.claims = new Claims(database, work, worker);
        this.endings = new Endings(database, work, worker);
        this.beats = new Beats(database, new Runner(forBeats, database.schema()), worker);
        this.sweeps = new Sweeps(database, work);
        this.notifications = notifications;
    }

    @Override
    public List<Claimed> claim(List<Lane> lanes, int batch, Duration lease) {
        return claims.claim(lanes, batch, lease);
    }

    @Override
    public List<EndingVerdict> end(UUID flush, List<AttemptEnding> ended) {
        return endings.end(flush, ended);
    }

    @Override
    public Beat beat(List<Held> held, Duration lease) {
        return beats.beat(held, lease);
    }

    @Override
    public Promoted promote(int atMost) {
        return sweeps.promote(atMost);
    }

    @Override
    public List<UUID> expire(int atMost) {
        return sweeps.expire(atMost);
    }

    @Override
    public List<Lapsed> lapsed(@Nullable UUID afterId, int atMost) {
        return sweeps.lapsed(afterId, atMost);
    }

    @Override
    public List<EndingVerdict> reclaim(List<Reclaim> reclaims) {
        return sweeps.reclaim(reclaims);
    }

    @Override
    public Subscription subscribe(WakeListener listener) {
        Subscription subscription = notifications.subscribe(listener);
        subscriptions.add(subscription);
        return subscription;
    }

    @Override
    public void close() {
        subscriptions.forEach(Subscription::close);
        forWork.close();
        forBeats.close();
    }
}
