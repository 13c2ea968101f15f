package dev.reprise.jobs.client;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.internal.NewJobs;
import dev.reprise.jobs.postgres.PostgresJobStore;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import java.sql.Connection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;

/**
 * Enqueue jobs, and look after them. Thread-safe, holds no connection, needs no closing.
 *
 * <p>What it is told to enqueue is durable when the call returns, and workers are woken. {@link #in} enqueues in a transaction of
 * yours instead: the jobs exist if and only if it commits.
 */
public final class JobClient implements JobEnqueuer {
    private final JobStore store;
    private final JobCodec codec;
    private final InstantSource clock;
    private final NewJobs jobs;

    private JobClient(JobStore store, JobCodec codec, InstantSource clock) {
        this.store = store;
        this.codec = codec;
        this.clock = clock;
        this.jobs = new NewJobs(codec, clock);
    }

    /**
     * Use the jobs of a PostgreSQL database, in the schema {@code reprise}.
     *
     * @param dataSource a connection is taken for each call; a pool is best
     * @return a client
     */
    public static JobClient on(DataSource dataSource) {
        return on(PostgresJobStore.on(dataSource));
    }

    /**
     * Use the jobs of a store.
     *
     * @param store a {@link PostgresJobStore} with settings of its own, or one in memory
     * @return a client
     */
    public static JobClient on(JobStore store) {
        return new JobClient(Objects.requireNonNull(store, "store"), JobCodec.json(), InstantSource.system());
    }

    /**
     * Set the codec of payloads; workers must use the same.
     *
     * @param codec {@link JobCodec#json} if not set
     * @return a changed copy
     */
    public JobClient codec(JobCodec codec) {
        return new JobClient(store, Objects.requireNonNull(codec, "codec"), clock);
    }

    /**
     * Set the clock that stamps ids. Nothing is decided by it.
     *
     * @param clock the system's if not set
     * @return a changed copy
     */
    public JobClient clock(InstantSource clock) {
        return new JobClient(store, codec, Objects.requireNonNull(clock, "clock"));
    }

    /**
     * Enqueue in a transaction of your own.
     *
     * <p>Workers find the jobs at their next poll after the commit, within about a second; call {@link #wake} after the commit if that
     * is too late. A serialization failure of your transaction is passed on to you.
     *
     * @param connection open, not in auto-commit; it is neither committed nor closed here
     * @return enqueues in that transaction; a store in memory refuses them with an {@link UnsupportedOperationException}
     */
    public JobEnqueuer in(Connection connection) {
        Objects.requireNonNull(connection, "connection");
        return new JobEnqueuer() {
            @Override
            public List<Enqueued> enqueueAll(List<? extends JobRequest<?>> requests) {
                return store.enqueue(connection, encoded(requests));
            }

            @Override
            public long copy(Stream<? extends JobRequest<?>> requests) {
                return store.copy(connection, encoded(requests));
            }
        };
    }

    @Override
    public List<Enqueued> enqueueAll(List<? extends JobRequest<?>> requests) {
        return store.enqueue(encoded(requests));
    }

    @Override
    public long copy(Stream<? extends JobRequest<?>> requests) {
        return store.copy(encoded(requests));
    }

    /** Wake the workers: after the commit of a transaction that enqueued. A hint that costs one round trip. */
    public void wake() {
        store.wake();
    }

    /**
     * Cancel a job: at once if it waits; if it runs, its handler is asked to stop.
     *
     * @param id the job
     * @return what happened
     */
    public CancelResult cancel(UUID id) {
        return store.cancel(Objects.requireNonNull(id, "id"));
    }

    /**
     * Run a terminal job again: due now, with at least one attempt more.
     *
     * @param id the job
     * @return what happened
     */
    public RedriveResult redrive(UUID id) {
        return redrive(id, Redrive.DEFAULTS);
    }

    /**
     * Run a terminal job again.
     *
     * @param id the job
     * @param redrive how many attempts it gets, and until when
     * @return what happened
     */
    public RedriveResult redrive(UUID id, Redrive redrive) {
        RedriveResult result =
                store.redrive(Objects.requireNonNull(id, "id"), Objects.requireNonNull(redrive, "redrive"));
        if (result instanceof RedriveResult.Redriven) {
            store.wake();
        }
        return result;
    }

    /**
     * Stop claims from a queue; jobs that run go on.
     *
     * @param queue its name
     * @return whether it was not paused before
     */
    public boolean pause(String queue) {
        return store.pause(Objects.requireNonNull(queue, "queue"));
    }

    /**
     * Allow claims from a paused queue again.
     *
     * @param queue its name
     * @return whether it was paused
     */
    public boolean resume(String queue) {
        return store.resume(Objects.requireNonNull(queue, "queue"));
    }

    /** {@return the paused queues} */
    public Set<String> pausedQueues() {
        return store.pausedQueues();
    }

    /**
     * Look at a job.
     *
     * @param id the job
     * @return it, or nothing: unknown, or no longer kept
     */
    public Optional<Job> find(UUID id) {
        return store.find(Objects.requireNonNull(id, "id"));
    }

    /**
     * Look at the attempts that did not end a job, and at the endings that a redrive undid. Snoozes and hand-backs are not among
     * them.
     *
     * @param id the job
     * @return them, by claim epoch
     */
    public List<AttemptRecord> history(UUID id) {
        return store.history(Objects.requireNonNull(id, "id"));
    }

    /** {@return how many jobs are in each state} */
    public Map<JobState, Long> counts() {
        return store.counts();
    }

    /**
     * Delete terminal jobs that ended longer ago than they are kept. Workers do so, too, as their retention says.
     *
     * @param keep zero or more
     * @return how many were deleted
     * @throws IllegalArgumentException if the time is negative
     */
    public int prune(Duration keep) {
        if (Objects.requireNonNull(keep, "keep").isNegative()) {
            throw new IllegalArgumentException("keep: " + keep + " is negative; allowed is zero or more");
        }
        int deleted = 0;
        int last;
        do {
            last = store.prune(keep, PRUNE_BATCH);
            deleted += last;
        } while (last == PRUNE_BATCH);
        return deleted;
    }

    /** Small enough that no delete holds its locks for long. */
    private static final int PRUNE_BATCH = 1_000;

    private List<NewJob> encoded(List<? extends JobRequest<?>> requests) {
        List<NewJob> encoded = new ArrayList<>(requests.size());
        for (JobRequest<?> request : requests) {
            encoded.add(jobs.of(request));
        }
        return encoded;
    }

    private Iterator<NewJob> encoded(Stream<? extends JobRequest<?>> requests) {
        return requests.<NewJob>map(jobs::of).iterator();
    }
}
