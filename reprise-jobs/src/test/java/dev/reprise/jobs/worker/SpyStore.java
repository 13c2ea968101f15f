package dev.reprise.jobs.worker;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.Beat;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Held;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.Promoted;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import dev.reprise.jobs.store.StoreException;
import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;
import dev.reprise.jobs.store.WorkerSession;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A store that passes everything on, writes it down, and fails when it is told to. */
final class SpyStore implements JobStore {
    private final JobStore real;
    private final Ahead ahead;

    /** Every call of a session fails while this is set. */
    volatile boolean isDown;

    /** Only heartbeats fail while this is set. */
    volatile boolean isBeatDown;

    /** How many of the next endings are committed, and their answer lost. */
    final AtomicInteger loseEndAnswers = new AtomicInteger();

    /** How many of the next claims are committed, and their answer lost. */
    final AtomicInteger loseClaimAnswers = new AtomicInteger();

    /** How many of the next flushes are refused with an exception that no store should throw. */
    final AtomicInteger refuseEnds = new AtomicInteger();

    /** The store can write no ending in any form while this is set. */
    volatile boolean refuseRows;

    volatile UnaryOperator<List<Lapsed>> onLapsed = UnaryOperator.identity();

    /** How many more jobs than asked for a claim brings. */
    volatile int surplus;

    /** What the answers of claims wait for. */
    volatile @Nullable CountDownLatch delayClaim;

    /** Jobs that heartbeats report as lost. */
    final Set<UUID> takeAway = ConcurrentHashMap.newKeySet();

    final List<ClaimCall> claims = new CopyOnWriteArrayList<>();
    final List<UUID> claimedIds = new CopyOnWriteArrayList<>();
    final List<EndCall> ends = new CopyOnWriteArrayList<>();
    final List<List<Held>> beats = new CopyOnWriteArrayList<>();
    final List<Duration> prunes = new CopyOnWriteArrayList<>();
    final List<String> calls = new CopyOnWriteArrayList<>();
    final Set<UUID> sessions = ConcurrentHashMap.newKeySet();

    SpyStore(JobStore real, Ahead ahead) {
        this.real = real;
        this.ahead = ahead;
    }

    /** Runs something while the store's clock is ahead by more than a lease. */
    @FunctionalInterface
    interface Ahead {
        void run(Runnable task);
    }

    record ClaimCall(List<Lane> lanes, int batch, int got) {}

    record EndCall(UUID flush, List<AttemptEnding> endings) {}

    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        return real.enqueue(jobs);
    }

    @Override
    public List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        return real.enqueue(connection, jobs);
    }

    @Override
    public long copy(Iterator<NewJob> jobs) {
        return real.copy(jobs);
    }

    @Override
    public long copy(Connection connection, Iterator<NewJob> jobs) {
        return real.copy(connection, jobs);
    }

    @Override
    public void wake() {
        real.wake();
    }

    @Override
    public CancelResult cancel(UUID id) {
        return real.cancel(id);
    }

    @Override
    public RedriveResult redrive(UUID id, Redrive redrive) {
        return real.redrive(id, redrive);
    }

    @Override
    public boolean pause(String queue) {
        return real.pause(queue);
    }

    @Override
    public boolean resume(String queue) {
        return real.resume(queue);
    }

    @Override
    public Set<String> pausedQueues() {
        return real.pausedQueues();
    }

    @Override
    public Optional<Job> find(UUID id) {
        return real.find(id);
    }

    @Override
    public List<AttemptRecord> history(UUID id) {
        return real.history(id);
    }

    @Override
    public Map<JobState, Long> counts() {
        return real.counts();
    }

    @Override
    public int prune(Duration keep, int atMost) {
        failIfDown("prune");
        prunes.add(keep);
        return real.prune(keep, atMost);
    }

    @Override
    public WorkerSession openSession(UUID worker) {
        sessions.add(worker);
        return new Session(real.openSession(worker));
    }

    /** Takes a running job away as a sweep does whose clock is past its lease. */
    void reclaimNow(UUID id) {
        Job job = real.find(id).orElseThrow();
        Job.Lease lease = Objects.requireNonNull(job.lease());
        ahead.run(() -> {
            try (WorkerSession other = real.openSession(UUID.randomUUID())) {
                other.reclaim(List.of(new Reclaim(
                        id,
                        lease.worker(),
                        job.counts().epoch(),
                        job.counts().attempt(),
                        Duration.ofSeconds(1),
                        "lapsed",
                        null,
                        "lapsed")));
            }
        });
    }

    private void failIfDown(String call) {
        calls.add(call);
        if (isDown) {
            throw unreachable(call);
        }
    }

    private static StoreException unreachable(String call) {
        return new StoreException(call, new IOException("the database is away"));
    }

    private final class Session implements WorkerSession {
        private final WorkerSession session;

        Session(WorkerSession session) {
            this.session = session;
        }

        @Override
        public List<Claimed> claim(List<Lane> lanes, int batch, Duration lease) {
            failIfDown("claim");
            List<Claimed> claimed = session.claim(lanes, batch + surplus, lease);
            CountDownLatch delay = delayClaim;
            if (delay != null && !claimed.isEmpty()) {
                Rig.stubbornly(delay);
            }
            claims.add(new ClaimCall(lanes, batch, claimed.size()));
            claimed.forEach(job -> claimedIds.add(job.id()));
            if (!claimed.isEmpty() && loseClaimAnswers.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                throw unreachable("claim");
            }
            return claimed;
        }

        @Override
        public List<EndingVerdict> end(UUID flush, List<AttemptEnding> endings) {
            ends.add(new EndCall(flush, endings));
            failIfDown("end");
            if (refuseEnds.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                throw new IllegalArgumentException("refused");
            }
            if (refuseRows) {
                return endings.stream()
                        .map(ending -> EndingVerdict.refused(ending.id(), "no form"))
                        .toList();
            }
            List<EndingVerdict> verdicts = session.end(flush, endings);
            if (loseEndAnswers.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                throw unreachable("end");
            }
            return verdicts;
        }

        @Override
        public Beat beat(List<Held> held, Duration lease) {
            failIfDown("beat");
            if (isBeatDown) {
                throw unreachable("beat");
            }
            beats.add(held);
            Beat beat = session.beat(held, lease);
            return takeAway.isEmpty() ? beat : without(beat, held);
        }

        private Beat without(Beat beat, List<Held> held) {
            List<Held> lost =
                    held.stream().filter(claim -> takeAway.contains(claim.id())).toList();
            return new Beat(lost, beat.cancelled(), beat.strays());
        }

        @Override
        public Promoted promote(int atMost) {
            failIfDown("promote");
            return session.promote(atMost);
        }

        @Override
        public List<UUID> expire(int atMost) {
            failIfDown("expire");
            return session.expire(atMost);
        }

        @Override
        public List<Lapsed> lapsed(@Nullable UUID afterId, int atMost) {
            failIfDown("lapsed");
            return onLapsed.apply(session.lapsed(afterId, atMost));
        }

        @Override
        public List<EndingVerdict> reclaim(List<Reclaim> reclaims) {
            failIfDown("reclaim");
            return session.reclaim(reclaims);
        }

        @Override
        public Subscription subscribe(WakeListener listener) {
            return session.subscribe(listener);
        }

        @Override
        public void close() {
            calls.add("close");
            session.close();
        }
    }
}
