package dev.reprise.jobs;

import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Name a kind of job: its name, its payload, its policy. It is all that the enqueuing side needs, and a worker binds a
 * handler to it.
 *
 * @param <P> the payload
 */
public final class JobType<P> {
    /** The queue of a type that names none. */
    public static final String DEFAULT_QUEUE = "default";

    private final String name;
    private final Class<P> payload;
    private final RetryPolicy policy;
    private final String queue;
    private final @Nullable Duration timeout;

    private JobType(String name, Class<P> payload, RetryPolicy policy, String queue, @Nullable Duration timeout) {
        this.name = Names.check("job type", name);
        this.payload = Objects.requireNonNull(payload, "payload");
        this.policy = Objects.requireNonNull(policy, "policy");
        this.queue = Names.check("queue", queue);
        this.timeout = timeout;
    }

    /**
     * Name a kind of job.
     *
     * @param <P> the payload
     * @param name 1 to 200 characters: letters, digits and {@code . _ - : /}; rows carry it, so it outlives any class
     * @param payload what a handler is given; a record is best
     * @param policy how its failures are retried. In jobs the floor of a delay is 1 s unless the policy sets
     *     {@code minDelay}
     * @return the type, in the queue {@value #DEFAULT_QUEUE}, without an attempt time-out
     * @throws IllegalArgumentException if the name is none
     */
    public static <P> JobType<P> of(String name, Class<P> payload, RetryPolicy policy) {
        return new JobType<>(name, payload, policy, DEFAULT_QUEUE, null);
    }

    /**
     * Name a kind of job with the default policy.
     *
     * @param <P> the payload
     * @param name as above
     * @param payload as above
     * @return the type: three attempts on {@link RetryPolicy#defaults}
     * @throws IllegalArgumentException if the name is none
     */
    public static <P> JobType<P> of(String name, Class<P> payload) {
        return of(name, payload, RetryPolicy.defaults());
    }

    /**
     * Set the queue that its jobs go to, unless the enqueue call names another.
     *
     * @param queue spelled as a type's name; {@value #DEFAULT_QUEUE} if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the name is none
     */
    public JobType<P> queue(String queue) {
        return new JobType<>(name, payload, policy, queue, timeout);
    }

    /**
     * Set how long one attempt may take ({@code startToClose}). Stored with each job at its enqueue, so that it is the enqueuing
     * side's that counts.
     *
     * @param timeout above zero; none if not set. At its end the handler is asked to stop, 30 s later interrupted, 10 s
     *     later abandoned; it counts as a failure
     * @return a changed copy
     * @throws IllegalArgumentException if the time-out is not above zero
     */
    public JobType<P> timeout(Duration timeout) {
        return new JobType<>(name, payload, policy, queue, Delays.aboveZero("timeout", timeout));
    }

    /** {@return the name that rows carry} */
    public String name() {
        return name;
    }

    /** {@return what a handler is given} */
    public Class<P> payload() {
        return payload;
    }

    /** {@return how its failures are retried} */
    public RetryPolicy policy() {
        return policy;
    }

    /** {@return the queue of its jobs} */
    public String queue() {
        return queue;
    }

    /** {@return how long one attempt may take, or null: as long as it likes} */
    public @Nullable Duration timeout() {
        return timeout;
    }

    /** Say the name. */
    @Override
    public String toString() {
        return name;
    }
}
