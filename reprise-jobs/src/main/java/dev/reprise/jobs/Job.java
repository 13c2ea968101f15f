package dev.reprise.jobs;

import dev.reprise.policy.RetryKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Show one job as its store has it. Instants are the store's.
 *
 * @param id its id
 * @param type the name of its type
 * @param queue its queue
 * @param state where it stands
 * @param priority its head start, in minutes
 * @param kind what stops its retries
 * @param counts its attempts and what became of them
 * @param createdAt when it was enqueued
 * @param dueAt when it is, or was last, due
 * @param deadline after which no attempt starts, or null: none
 * @param timeout how long one attempt may take, or null: any time
 * @param policy the text form of the policy it was enqueued with
 * @param hasOwnPolicy whether that policy was given with the enqueue, and so wins over the type's
 * @param tags its tags
 * @param key the unique key it holds while active, or null
 * @param payload the raw payload
 * @param lease who runs it, or null: nobody
 * @param outcome how it ended, or null: it has not
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these: the bytes pass through.
public record Job(
        UUID id,
        String type,
        String queue,
        JobState state,
        int priority,
        RetryKind kind,
        Counts counts,
        Instant createdAt,
        Instant dueAt,
        @Nullable Instant deadline,
        @Nullable Duration timeout,
        String policy,
        boolean hasOwnPolicy,
        List<String> tags,
        @Nullable String key,
        byte[] payload,
        @Nullable Lease lease,
        @Nullable Outcome outcome) {
    /** {@inheritDoc} */
    public Job {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(state, "state");
        tags = List.copyOf(tags);
    }

    /**
     * Count what a job has been through.
     *
     * @param attempt the last attempt, 0 before the first
     * @param maxAttempts how many it has
     * @param epoch how often it was claimed
     * @param failures how many attempts failed
     * @param snoozes how often it was snoozed
     * @param crashes how many leases lapsed
     */
    public record Counts(int attempt, int maxAttempts, int epoch, int failures, int snoozes, int crashes) {}

    /**
     * Say who runs a job.
     *
     * @param worker the worker's incarnation
     * @param startedAt when the attempt was claimed
     * @param until when the lease ends unless it is renewed
     * @param isCancelRequested whether a cancel waits to be honoured
     */
    public record Lease(UUID worker, Instant startedAt, Instant until, boolean isCancelRequested) {}

    /**
     * Say how a job ended.
     *
     * @param endedAt when
     * @param result the encoded value, or null
     * @param error the failure's text, or null
     * @param reason why it is final: a {@link dev.reprise.policy.FailReason}'s name, or the words of {@link Ending#exit}
     * @param explanation why the last attempt was decided as it was, or null
     */
    @SuppressWarnings("ArrayRecordComponent") // As above.
    public record Outcome(
            Instant endedAt,
            byte @Nullable [] result,
            @Nullable String error,
            @Nullable String reason,
            @Nullable String explanation) {}
}
