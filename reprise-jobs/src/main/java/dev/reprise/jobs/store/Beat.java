package dev.reprise.jobs.store;

import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Answer a heartbeat.
 *
 * @param lost claims that are not this worker's any more
 * @param cancelled claims, renewed like the others, whose job somebody wants cancelled
 * @param strays jobs that run under this incarnation and were not named: a claim whose answer was lost, or is still on its
 *     way. To be handed back once no claim in flight can have made them
 * @param unrenewed claims that are still this worker's, but whose lease was not renewed this time: somebody else has their
 *     row locked. They keep the lease they had, and may be among the cancelled too
 */
public record Beat(List<Held> lost, List<Held> cancelled, List<Stray> strays, List<Held> unrenewed) {
    /** {@inheritDoc} */
    public Beat {
        lost = List.copyOf(lost);
        cancelled = List.copyOf(cancelled);
        strays = List.copyOf(strays);
        unrenewed = List.copyOf(unrenewed);
    }

    /**
     * Answer a heartbeat that renewed all that is not lost.
     *
     * @param lost claims that are not this worker's any more
     * @param cancelled claims whose job somebody wants cancelled
     * @param strays jobs that run under this incarnation and were not named
     */
    public Beat(List<Held> lost, List<Held> cancelled, List<Stray> strays) {
        this(lost, cancelled, strays, List.of());
    }

    /**
     * A job that runs under this incarnation and was not named.
     *
     * @param id the job
     * @param epoch the claim
     * @param attempt the attempt
     */
    public record Stray(UUID id, int epoch, int attempt) {
        /** {@inheritDoc} */
        public Stray {
            Objects.requireNonNull(id, "id");
        }
    }
}
