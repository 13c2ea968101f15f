package dev.reprise.jobs.store;

import dev.reprise.policy.RetryKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Hand over a claimed job.
 *
 * @param id the job
 * @param type its type
 * @param queue its queue
 * @param attempt this attempt
 * @param epoch this claim
 * @param maxAttempts the ceiling
 * @param failures how many attempts failed before
 * @param kind what stops its retries, or null: the stored kind is not known here, and the job fails loudly
 * @param policy the stored text form, or null: the default policy
 * @param hasOwnPolicy whether the stored policy wins over the live type's
 * @param deadline after which no attempt starts, or null
 * @param timeout of this attempt, or null
 * @param tags its tags
 * @param sortAt its place in the order
 * @param payload as it was enqueued
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these: the bytes pass through.
public record Claimed(
        UUID id,
        String type,
        String queue,
        int attempt,
        int epoch,
        int maxAttempts,
        int failures,
        @Nullable RetryKind kind,
        @Nullable String policy,
        boolean hasOwnPolicy,
        @Nullable Instant deadline,
        @Nullable Duration timeout,
        List<String> tags,
        Instant sortAt,
        byte[] payload) {}
