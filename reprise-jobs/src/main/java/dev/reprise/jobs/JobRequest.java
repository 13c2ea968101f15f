package dev.reprise.jobs;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Ask for one job of many: a type, a payload, and what the job has of its own.
 *
 * @param <P> the payload
 * @param type its type
 * @param payload its payload
 * @param options delay, priority, keys and so on
 */
public record JobRequest<P>(JobType<P> type, P payload, EnqueueOptions options) {
    /** {@inheritDoc} */
    public JobRequest {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(options, "options");
    }

    /**
     * Ask for a job that is due at once.
     *
     * @param <P> the payload
     * @param type its type
     * @param payload its payload
     * @return the request
     */
    public static <P> JobRequest<P> of(JobType<P> type, P payload) {
        return new JobRequest<>(type, payload, EnqueueOptions.defaults());
    }

    /**
     * Ask for a job.
     *
     * @param <P> the payload
     * @param type its type
     * @param payload its payload
     * @param options such as {@code o -> o.after(ofMinutes(5))}
     * @return the request
     */
    public static <P> JobRequest<P> of(JobType<P> type, P payload, UnaryOperator<EnqueueOptions> options) {
        return new JobRequest<>(type, payload, options.apply(EnqueueOptions.defaults()));
    }
}
