package dev.reprise.jobs.store;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * State what becomes of a lapsed job.
 *
 * @param id the job
 * @param worker the incarnation that held it
 * @param epoch the claim
 * @param attempt the attempt
 * @param delay counted from the end of the lease, so that every sweeper computes the same instant; null: it crashed for
 *     good
 * @param error what is kept as the attempt's error
 * @param reason why it is final, or null: it is not
 * @param explanation how the delay came about, or why there is none
 */
public record Reclaim(
        UUID id,
        UUID worker,
        int epoch,
        int attempt,
        @Nullable Duration delay,
        String error,
        @Nullable String reason,
        String explanation) {
    /** {@inheritDoc} */
    public Reclaim {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(worker, "worker");
        Objects.requireNonNull(error, "error");
        Objects.requireNonNull(explanation, "explanation");
    }
}
