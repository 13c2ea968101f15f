package dev.reprise.jobs.store;

import dev.reprise.jobs.When;
import dev.reprise.policy.RetryKind;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * State a job that is to be added. Checked and encoded before it comes here.
 *
 * @param id made by the client, UUID version 7
 * @param type its type
 * @param queue its queue
 * @param priority minutes of head start
 * @param due when it is due
 * @param kind what stops its retries
 * @param maxAttempts 1 to 32766
 * @param policy the text form of its policy, or null: that of {@code RetryPolicy.defaults()}. Whoever reclaims the job reads it
 * @param hasOwnPolicy whether the policy wins over the live type's
 * @param deadline after which no attempt starts, or null
 * @param timeout of one attempt, or null
 * @param tags its tags
 * @param key its unique key, or null
 * @param idempotencyKey the request it answers, or null
 * @param payload encoded, at most 1 MiB
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these: the bytes pass through.
public record NewJob(
        UUID id,
        String type,
        String queue,
        int priority,
        When due,
        RetryKind kind,
        int maxAttempts,
        @Nullable String policy,
        boolean hasOwnPolicy,
        @Nullable When deadline,
        @Nullable Duration timeout,
        List<String> tags,
        @Nullable JobKey key,
        @Nullable JobKey idempotencyKey,
        byte[] payload) {
    /** {@inheritDoc} */
    public NewJob {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(due, "due");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(payload, "payload");
        tags = List.copyOf(tags);
    }
}
