package dev.reprise.jobs.store;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * Name a place in the order of claims.
 *
 * @param sortAt due time minus head start
 * @param id compared as unsigned bytes, as PostgreSQL does
 */
public record Mark(Instant sortAt, UUID id) {
    /** {@inheritDoc} */
    public Mark {
        Objects.requireNonNull(sortAt, "sortAt");
        Objects.requireNonNull(id, "id");
    }
}
