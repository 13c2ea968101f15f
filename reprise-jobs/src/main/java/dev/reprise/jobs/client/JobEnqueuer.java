package dev.reprise.jobs.client;

import dev.reprise.jobs.EnqueueOptions;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobType;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Enqueue jobs: each call in a transaction of its own ({@link JobClient}), or all in yours ({@link JobClient#in}). */
public interface JobEnqueuer {
    /**
     * Enqueue one job, due at once.
     *
     * @param <P> its payload
     * @param type its type
     * @param payload its payload
     * @return its id
     * @throws IllegalArgumentException if the payload cannot be encoded, or is larger than 1 MiB
     */
    default <P> Enqueued enqueue(JobType<P> type, P payload) {
        return enqueueAll(List.of(JobRequest.of(type, payload))).get(0);
    }

    /**
     * Enqueue one job.
     *
     * @param <P> its payload
     * @param type its type
     * @param payload its payload
     * @param options such as {@code o -> o.after(ofMinutes(5)).key("42")}
     * @return its id, or that of the job that holds its key
     * @throws IllegalArgumentException if the payload cannot be encoded, or is larger than 1 MiB
     */
    default <P> Enqueued enqueue(JobType<P> type, P payload, UnaryOperator<EnqueueOptions> options) {
        return enqueueAll(List.of(JobRequest.of(type, payload, options))).get(0);
    }

    /**
     * Enqueue many jobs, all or none.
     *
     * @param requests any number; for more than some thousands {@link #copy} is faster
     * @return one answer per request, in order
     * @throws IllegalArgumentException if a payload cannot be encoded, or is larger than 1 MiB
     */
    List<Enqueued> enqueueAll(List<? extends JobRequest<?>> requests);

    /**
     * Enqueue very many jobs, all or none, as fast as the database takes them.
     *
     * @param requests read once, while they are sent: a million need not be in memory
     * @return how many were enqueued; those whose key was taken are not among them
     * @throws IllegalArgumentException if a payload cannot be encoded, or is larger than 1 MiB; then nothing is enqueued
     */
    long copy(Stream<? extends JobRequest<?>> requests);
}
