package dev.reprise.jobs.store;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Run the jobs of a store in the name of one worker incarnation. Every write names id, running, incarnation, attempt and claim epoch;
 * a miss changes nothing and is reported per row. Methods may be called by several threads at once and throw
 * {@link StoreException}; then the call may or may not have happened.
 */
public interface WorkerSession extends AutoCloseable {
    /**
     * Claim ready jobs: attempt and epoch plus one, lease from the store's clock. The order is {@code sortAt}, then id, over all
     * lanes; jobs another claim has locked are skipped. Paused queues, types that no lane names, and jobs whose deadline has
     * passed are left alone.
     *
     * @param lanes the queues and types this worker handles, each once
     * @param batch how many at most, above zero
     * @param lease above zero
     * @return what was claimed, in order; durable
     */
    List<Claimed> claim(List<Lane> lanes, int batch, Duration lease);

    /**
     * Write how attempts ended, all in one transaction: state, history, keys, children.
     *
     * <p>Per {@link AttemptEnding.Kind}, if the fence holds: a pending cancel turns every kind that would pend the job again, and a failure
     * for want of attempts or time, into cancelled. A pending-again that would pass the deadline becomes failed with reason
     * DEADLINE; equality still goes.
     *
     * @param flush an id of this write; a repeat of it after an unknown outcome finds its own id and counts as applied
     * @param endings at most one per job
     * @return one verdict per ending, in order
     */
    List<EndingVerdict> end(UUID flush, List<AttemptEnding> endings);

    /**
     * Renew the leases of what this worker holds, and learn what became of them. Need not be durable.
     *
     * @param held every job that was claimed and whose ending has no verdict yet
     * @param lease from the store's clock
     * @return what is lost, what is to be cancelled, and what this incarnation runs without holding it
     */
    Beat beat(List<Held> held, Duration lease);

    /**
     * Make scheduled jobs ready that are due. A job that cannot be moved holds up no other.
     *
     * @param atMost how many, above zero
     * @return how many were moved, and when the next is due
     */
    Promoted promote(int atMost);

    /**
     * Fail waiting jobs whose deadline has passed: reason DEADLINE.
     *
     * @param atMost how many, above zero
     * @return those that failed
     */
    List<UUID> expire(int atMost);

    /**
     * List running jobs, of any worker, whose lease has lapsed.
     *
     * @param afterId continue behind this id, or null: from the start
     * @param atMost how many, above zero
     * @return them, by id
     */
    List<Lapsed> lapsed(@Nullable UUID afterId, int atMost);

    /**
     * Take lapsed jobs away from their workers: the attempt is spent, crashes plus one, a history row written unless the job ends.
     * Each row is changed only if it is still running under the same worker, epoch and attempt and its lease is still over. A pending
     * cancel wins over everything: the job is cancelled.
     *
     * @param reclaims what becomes of each
     * @return one verdict per row, in order
     */
    List<EndingVerdict> reclaim(List<Reclaim> reclaims);

    /**
     * Hear of enqueues and of cancels, as hints.
     *
     * @param listener called on a thread of the session
     * @return the subscription, already started; whether it works shows in time
     */
    Subscription subscribe(WakeListener listener);

    /** Give back what the session holds; what is still running stays with its lease. */
    @Override
    void close();
}
