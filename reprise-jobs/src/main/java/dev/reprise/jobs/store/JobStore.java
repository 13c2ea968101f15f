package dev.reprise.jobs.store;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import java.sql.Connection;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Keep jobs. Everything a client does goes through here; what a worker does goes through a {@link WorkerSession}.
 *
 * <p>What every store keeps, and its contract test shows: each call is one transaction that is durable when it returns; due, lease,
 * deadline and retention are judged by the store's clock alone; a job has one state at a time and moves only as
 * {@code docs/job-states.md} says. Methods throw {@link StoreException} if the store cannot be reached or refuses; then
 * the call may or may not have happened.
 */
public interface JobStore {
    /**
     * Add jobs, all or none, and wake workers after the commit.
     *
     * <p>Keys are race-free: of two calls with the same taken key one makes the job, the other gets its id. If the first rolls
     * back, the second makes it. A key that one call carries twice goes to the first.
     *
     * @param jobs any number; one that finds its key taken is not added
     * @return one answer per job, in order
     */
    List<Enqueued> enqueue(List<NewJob> jobs);

    /**
     * Add jobs in a transaction of the caller's, who commits. Workers are not woken; see {@link #wake}.
     *
     * @param connection open, not in auto-commit; neither committed nor closed here
     * @param jobs as above
     * @return one answer per job, in order
     * @throws UnsupportedOperationException if this store knows no connections
     * @throws IllegalArgumentException if the connection is in auto-commit
     */
    List<Enqueued> enqueue(Connection connection, List<NewJob> jobs);

    /**
     * Add very many jobs, all or none, as fast as the store can, and wake workers after the commit.
     *
     * @param jobs read once, while they are sent
     * @return how many were added; those whose key was taken are not among them
     */
    long copy(Iterator<NewJob> jobs);

    /**
     * Add very many jobs in a transaction of the caller's.
     *
     * @param connection as in {@link #enqueue(Connection, List)}
     * @param jobs read once, while they are sent
     * @return how many were added
     * @throws UnsupportedOperationException if this store knows no connections
     */
    long copy(Connection connection, Iterator<NewJob> jobs);

    /** Wake the workers, as after an enqueue. A hint: nothing breaks if it is lost. */
    void wake();

    /**
     * Cancel a job: at once if it waits, by request if it runs. One locked statement; it beats budget and deadline.
     *
     * @param id the job
     * @return what happened
     */
    CancelResult cancel(UUID id);

    /**
     * Make a terminal job ready again: due now, the attempt stays, the ceiling is at least the attempt plus one, the deadline cleared
     * unless given, crash times and cancel cleared, its last ending moved to the history, its active key taken again.
     *
     * @param id the job
     * @param redrive what it gets
     * @return what happened
     */
    RedriveResult redrive(UUID id, Redrive redrive);

    /**
     * Stop claims from a queue; jobs that run go on.
     *
     * @param queue its name; it need not exist
     * @return whether it was not paused before
     */
    boolean pause(String queue);

    /**
     * Allow claims from a paused queue again, and wake workers.
     *
     * @param queue its name
     * @return whether it was paused
     */
    boolean resume(String queue);

    /** {@return the paused queues} */
    Set<String> pausedQueues();

    /**
     * Look at a job.
     *
     * @param id the job
     * @return it, or nothing: unknown or pruned
     */
    Optional<Job> find(UUID id);

    /**
     * Look at the attempts that did not end a job, and at the endings that a redrive undid.
     *
     * @param id the job
     * @return them, by epoch
     */
    List<AttemptRecord> history(UUID id);

    /** {@return how many jobs are in each state; every state has an entry} */
    Map<JobState, Long> counts();

    /**
     * Delete terminal jobs that ended longer ago than they are kept, with their history, and keys whose window is over.
     *
     * @param keep how long terminal jobs are kept, zero or more
     * @param atMost how many jobs, and how many keys, are deleted at most, above zero
     * @return how many jobs were deleted
     */
    int prune(Duration keep, int atMost);

    /**
     * Open what one worker process needs. The store may reserve connections for it until it is closed.
     *
     * @param worker the worker's incarnation: new at every start
     * @return the session
     */
    WorkerSession openSession(UUID worker);
}
