package dev.reprise.jobs.internal;

import dev.reprise.jobs.EnqueueOptions;
import dev.reprise.jobs.EnqueueOptions.KeyWish;
import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.When;
import dev.reprise.jobs.store.JobKey;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.RetryPolicy;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Turns a request into what a store takes: encoded, checked, with an id. */
public final class NewJobs {
    /** The largest payload: 1 MiB. */
    public static final int MAX_PAYLOAD = 1 << 20;

    private static final String DEFAULT_POLICY = RetryPolicy.defaults().toString();

    private final JobCodec codec;
    private final JobIds ids;

    /** The text of the policy seen last: many jobs in a row have the same one. */
    private volatile Text lastText = new Text(RetryPolicy.defaults(), DEFAULT_POLICY);

    /**
     * Turn requests into jobs.
     *
     * @param codec encodes payloads
     * @param clock stamps ids, nothing else
     */
    public NewJobs(JobCodec codec, InstantSource clock) {
        this.codec = Objects.requireNonNull(codec, "codec");
        this.ids = new JobIds(clock, () -> ThreadLocalRandom.current().nextLong());
    }

    /**
     * Turn one request into a job.
     *
     * @param <P> the payload
     * @param request what is asked for
     * @return the job, not added yet
     * @throws IllegalArgumentException if the payload cannot be encoded, or is larger than 1 MiB
     */
    public <P> NewJob of(JobRequest<P> request) {
        JobType<P> type = request.type();
        EnqueueOptions options = request.options();
        RetryPolicy own = options.policy();
        RetryPolicy policy = own == null ? type.policy() : own;
        String text = textOf(policy);
        String queue = options.queue();
        When deadline = options.deadline();
        if (deadline == null && policy.timeBudget() != null) {
            deadline = When.after(policy.timeBudget());
        }
        KeyWish idempotency = options.idempotencyKey();
        return new NewJob(
                ids.next(),
                type.name(),
                queue == null ? type.queue() : queue,
                options.priority(),
                options.due(),
                policy.kind(),
                policy.maxAttempts(),
                text.equals(DEFAULT_POLICY) ? null : text,
                own != null,
                deadline,
                options.timeout() == null ? type.timeout() : options.timeout(),
                options.tags(),
                unique(type, options.key()),
                idempotency == null
                        ? null
                        : JobKey.idempotency(
                                type.name(),
                                idempotency.name(),
                                Objects.requireNonNull(idempotency.window(), "window")),
                payload(type, request.payload()));
    }

    private String textOf(RetryPolicy policy) {
        Text known = lastText;
        if (!known.policy.equals(policy)) {
            known = new Text(policy, policy.toString());
            lastText = known;
        }
        return known.text;
    }

    private static @Nullable JobKey unique(JobType<?> type, @Nullable KeyWish wish) {
        return wish == null ? null : JobKey.unique(type.name(), wish.name(), wish.window());
    }

    private <P> byte[] payload(JobType<P> type, P value) {
        byte[] bytes;
        try {
            bytes = codec.encode(value);
        } catch (Exception refused) {
            throw new IllegalArgumentException(
                    "payload of " + type + ": a " + value.getClass().getName() + " cannot be encoded: "
                            + refused.getMessage(),
                    refused);
        }
        if (bytes.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException("payload of " + type + ": " + bytes.length + " bytes; allowed are "
                    + MAX_PAYLOAD + " (1 MiB). Keep large data elsewhere and enqueue its key");
        }
        return bytes;
    }

    private record Text(RetryPolicy policy, String text) {}
}
