package dev.reprise.jobs.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Name a queue and a type to claim from, and where to start looking.
 *
 * @param queue the queue
 * @param type the type
 * @param from the low-water mark, or null: from the very first. Jobs before it are not looked at, which spares the dead rows
 *     that finished jobs leave at the head of an index
 */
public record Lane(String queue, String type, @Nullable Mark from) {
    /** {@inheritDoc} */
    public Lane {
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(type, "type");
    }
}
