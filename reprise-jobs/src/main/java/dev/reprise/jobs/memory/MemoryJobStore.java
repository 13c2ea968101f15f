package dev.reprise.jobs.memory;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.When;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import dev.reprise.jobs.store.WorkerSession;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Keep jobs in the memory of this process: for tests and tries. It does what the store on PostgreSQL does, as their common contract
 * test shows, but what it keeps ends with the process, and an enqueue in a transaction of the caller's is refused with an
 * {@link UnsupportedOperationException}. Any number of threads may use it at once.
 */
public final class MemoryJobStore implements JobStore {
    private static final String NO_CONNECTIONS =
            "A store in memory takes no part in a database transaction; use the same method without a connection,"
                    + " or a store on PostgreSQL";

    private final State state;
    private final Hints hints = new Hints();

    private MemoryJobStore(InstantSource clock) {
        state = new State(clock);
    }

    /**
     * Start an empty store on the system's clock.
     *
     * @return the store
     */
    public static MemoryJobStore create() {
        return on(InstantSource.system());
    }

    /**
     * Start an empty store on a clock, which a test can move.
     *
     * @param clock judges due times, leases, deadlines and retention; read to the microsecond
     * @return the store
     */
    public static MemoryJobStore on(InstantSource clock) {
        return new MemoryJobStore(Objects.requireNonNull(clock, "clock"));
    }

    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        List<Enqueued> answers;
        List<NewJob> all = jobs.stream().map(MemoryJobStore::own).toList();
        synchronized (state) {
            answers = List.copyOf(state.add(all, state.now()));
        }
        hints.work();
        return answers;
    }

    @Override
    public List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        throw new UnsupportedOperationException(NO_CONNECTIONS);
    }

    @Override
    public long copy(Iterator<NewJob> jobs) {
        List<NewJob> all = new ArrayList<>();
        jobs.forEachRemaining(all::add);
        return enqueue(all).stream().filter(answer -> !answer.existed()).count();
    }

    @Override
    public long copy(Connection connection, Iterator<NewJob> jobs) {
        throw new UnsupportedOperationException(NO_CONNECTIONS);
    }

    @Override
    public void wake() {
        hints.work();
    }

    @Override
    public CancelResult cancel(UUID id) {
        Objects.requireNonNull(id, "id");
        CancelResult result;
        synchronized (state) {
            result = doCancel(id);
        }
        if (result instanceof CancelResult.Requested) {
            hints.cancel();
        }
        return result;
    }

    private CancelResult doCancel(UUID id) {
        Row row = state.rows.find(id);
        if (row == null) {
            return new CancelResult.Unknown();
        }
        if (row.state.isTerminal()) {
            return new CancelResult.AlreadyEnded(row.state);
        }
        if (row.state == JobState.RUNNING) {
            row.isCancelRequested = true;
            return new CancelResult.Requested();
        }
        state.finish(row, JobState.CANCELLED, new Job.Outcome(state.now(), null, null, null, null));
        return new CancelResult.Cancelled();
    }

    @Override
    public RedriveResult redrive(UUID id, Redrive redrive) {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(redrive, "redrive");
        RedriveResult result;
        synchronized (state) {
            result = doRedrive(id, redrive);
        }
        if (result instanceof RedriveResult.Redriven) {
            hints.work();
        }
        return result;
    }

    private RedriveResult doRedrive(UUID id, Redrive redrive) {
        Row row = state.rows.find(id);
        if (row == null) {
            return new RedriveResult.Unknown();
        }
        Job.Outcome outcome = row.outcome;
        if (outcome == null) {
            return new RedriveResult.NotTerminal(row.state);
        }
        if (row.attempt == State.MAX_ATTEMPTS) {
            return new RedriveResult.AttemptsSpent();
        }
        Instant now = state.now();
        UUID rival = state.keys.holder(row.activeKey(), now);
        if (rival != null) {
            return new RedriveResult.KeyTaken(rival);
        }
        When deadline = redrive.deadline();
        state.attempts.addEnding(row, outcome);
        state.keys.take(row.activeKey(), id, now);
        state.rows.change(row, job -> {
            long ceiling = Math.min((long) job.attempt + redrive.moreAttempts(), State.MAX_ATTEMPTS);
            job.maxAttempts = Math.max(job.maxAttempts, (int) ceiling);
            job.deadline = deadline == null ? null : Times.of(deadline, now);
            job.lapses = Lapses.NONE;
            job.pend(now, now);
        });
        return new RedriveResult.Redriven(row.maxAttempts);
    }

    @Override
    public boolean pause(String queue) {
        synchronized (state) {
            return state.paused.add(Objects.requireNonNull(queue, "queue"));
        }
    }

    @Override
    public boolean resume(String queue) {
        boolean wasPaused;
        synchronized (state) {
            wasPaused = state.paused.remove(Objects.requireNonNull(queue, "queue"));
        }
        hints.work();
        return wasPaused;
    }

    @Override
    public Set<String> pausedQueues() {
        synchronized (state) {
            return Set.copyOf(state.paused);
        }
    }

    /** {@return every job, the one that is due first at the front} */
    public List<Job> jobs() {
        synchronized (state) {
            return state.rows.all().stream()
                    .map(Row::look)
                    .sorted(Comparator.comparing(Job::dueAt).thenComparing(Job::createdAt))
                    .toList();
        }
    }

    @Override
    public Optional<Job> find(UUID id) {
        synchronized (state) {
            return Optional.ofNullable(state.rows.find(Objects.requireNonNull(id, "id")))
                    .map(Row::look);
        }
    }

    @Override
    public List<AttemptRecord> history(UUID id) {
        synchronized (state) {
            return state.attempts.of(Objects.requireNonNull(id, "id"));
        }
    }

    @Override
    public Map<JobState, Long> counts() {
        synchronized (state) {
            return state.rows.counts();
        }
    }

    @Override
    public int prune(Duration keep, int atMost) {
        if (Objects.requireNonNull(keep, "keep").isNegative()) {
            throw new IllegalArgumentException("keep: " + keep + " is below zero");
        }
        Checks.aboveZero("atMost", atMost);
        synchronized (state) {
            return new Sweeps(state).prune(keep, atMost);
        }
    }

    @Override
    public WorkerSession openSession(UUID worker) {
        return new MemorySession(state, hints, Objects.requireNonNull(worker, "worker"));
    }

    private static NewJob own(NewJob job) {
        return new NewJob(
                job.id(),
                job.type(),
                job.queue(),
                job.priority(),
                job.due(),
                job.kind(),
                job.maxAttempts(),
                job.policy(),
                job.hasOwnPolicy(),
                job.deadline(),
                job.timeout(),
                job.tags(),
                job.key(),
                job.idempotencyKey(),
                job.payload().clone());
    }
}
