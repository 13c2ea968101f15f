package dev.reprise.jobs;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Show one attempt that did not end its job, or ended it before a redrive. A snooze leaves no record, and neither does a job
 * that was handed back before it started.
 *
 * @param job the job
 * @param epoch the claim epoch, 0 if the job ended before any claim
 * @param attempt its number
 * @param how how it ended
 * @param worker the incarnation that ran it, or null
 * @param startedAt when it was claimed, or null
 * @param endedAt when it ended
 * @param nextDueAt when the job was due next, or null: it was over
 * @param result the encoded value, or null
 * @param error the failure's text, or null
 * @param reason why it was final, or null
 * @param explanation why it was decided as it was, or null
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares these: the bytes pass through.
public record AttemptRecord(
        UUID job,
        int epoch,
        int attempt,
        How how,
        @Nullable UUID worker,
        @Nullable Instant startedAt,
        Instant endedAt,
        @Nullable Instant nextDueAt,
        byte @Nullable [] result,
        @Nullable String error,
        @Nullable String reason,
        @Nullable String explanation) {
    /** Name how an attempt ended. */
    public enum How {
        /** It failed, and a retry was decided. */
        RETRIED,
        /** Its handler asked for another attempt. */
        RETRY_AFTER,
        /** Its worker shut down or lost its lease, and stopped it. */
        INTERRUPTED,
        /** Its lease lapsed. */
        CRASHED,
        /** It ended its job as succeeded; a redrive made that history. */
        SUCCEEDED,
        /** It ended its job as failed; a redrive made that history. */
        FAILED,
        /** Its job was cancelled; a redrive made that history. */
        CANCELLED
    }
}
