package dev.reprise.jobs.store;

import java.util.Objects;
import java.util.UUID;

/**
 * Name one claim.
 *
 * @param id the job
 * @param epoch the claim
 */
public record Held(UUID id, int epoch) {
    /** {@inheritDoc} */
    public Held {
        Objects.requireNonNull(id, "id");
    }
}
