package dev.reprise.jobs;

import java.util.Objects;
import java.util.UUID;

/**
 * Name the job that an enqueue call made, or found under its key.
 *
 * @param id the job
 * @param existed true if a job with the same key was there already, and nothing was enqueued
 */
public record Enqueued(UUID id, boolean existed) {
    /** {@inheritDoc} */
    public Enqueued {
        Objects.requireNonNull(id, "id");
    }
}
