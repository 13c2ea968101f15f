package dev.reprise.jobs;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Tell a handler about the attempt it runs, and take what it wants done after success. */
public interface JobContext {
    /** {@return the job's id} */
    UUID id();

    /** {@return the name of the job's type} */
    String type();

    /** {@return the queue the job was claimed from} */
    String queue();

    /** {@return this attempt, counted from 1; a snooze gives its number back} */
    int attempt();

    /** {@return how many attempts the job has} */
    int maxAttempts();

    /** {@return how often the job was claimed, this claim included; no two claims share a number: use it as a fence} */
    int epoch();

    /** {@return how many attempts failed before this one; crashes are not among them} */
    int failures();

    /** {@return the instant after which no attempt may start, by the database's clock, or null: there is none} */
    @Nullable
    Instant deadline();

    /**
     * Tell whether the handler should stop: a cancel was asked for, the time-out passed, the worker shuts down or has lost its
     * lease.
     *
     * @return true if it should stop soon
     */
    boolean isCancelled();

    /**
     * Stop here if the handler should stop.
     *
     * @throws CancellationException if {@link #isCancelled}
     */
    default void throwIfCancelled() {
        if (isCancelled()) {
            throw new CancellationException("job " + id() + " was asked to stop");
        }
    }

    /**
     * Call something when the handler should stop, for example to close a socket. At once, if that is already so.
     *
     * @param action runs once at most, on another thread; what it throws is logged
     */
    void onCancel(Runnable action);

    /** {@return what a log line about this attempt should carry: job, type, queue, attempt, epoch} */
    Map<String, String> logFields();

    /**
     * Enqueue another job if this attempt succeeds, in the same transaction as its success; otherwise never.
     *
     * @param <C> its payload
     * @param type its type
     * @param payload its payload, encoded at once
     * @param options delay, priority, keys and so on
     * @return the id it will have
     * @throws IllegalArgumentException if payload or options are not allowed
     */
    <C> UUID enqueue(JobType<C> type, C payload, UnaryOperator<EnqueueOptions> options);

    /**
     * Enqueue another job if this attempt succeeds, due at once.
     *
     * @param <C> its payload
     * @param type its type
     * @param payload its payload, encoded at once
     * @return the id it will have
     * @throws IllegalArgumentException if the payload is not allowed
     */
    default <C> UUID enqueue(JobType<C> type, C payload) {
        return enqueue(type, payload, UnaryOperator.identity());
    }
}
