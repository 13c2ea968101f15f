package dev.reprise.jobs.store;

import dev.reprise.policy.RetryKind;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Show a running job whose lease has lapsed.
 *
 * @param id the job
 * @param type its type
 * @param worker the incarnation that held it
 * @param epoch the claim
 * @param attempt the attempt that crashed
 * @param maxAttempts the ceiling
 * @param kind what stops its retries, or null: not known here
 * @param policy the stored text form, or null: the default policy
 * @param isPoison whether this is the third lapse within 72 hours under a third incarnation
 */
public record Lapsed(
        UUID id,
        String type,
        UUID worker,
        int epoch,
        int attempt,
        int maxAttempts,
        @Nullable RetryKind kind,
        @Nullable String policy,
        boolean isPoison) {
    /** {@inheritDoc} */
    public Lapsed {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(worker, "worker");
    }
}
