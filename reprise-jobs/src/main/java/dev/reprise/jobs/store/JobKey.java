package dev.reprise.jobs.store;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Name a key that one job at a time may hold.
 *
 * @param scope keys of different scopes never meet: {@code key:TYPE} or {@code idempotency:TYPE}
 * @param name the key
 * @param window how long from the first enqueue it is taken, or null: while its job is active
 */
public record JobKey(String scope, String name, @Nullable Duration window) {
    /** {@inheritDoc} */
    public JobKey {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Name a unique key of a type.
     *
     * @param type the type's name
     * @param name the key
     * @param window from the first enqueue, or null: while the job is active
     * @return the key
     */
    public static JobKey unique(String type, String name, @Nullable Duration window) {
        return new JobKey("key:" + type, name, window);
    }

    /**
     * Name a request.
     *
     * @param type the type's name
     * @param name the key
     * @param window how long the request is remembered
     * @return the key
     */
    public static JobKey idempotency(String type, String name, Duration window) {
        return new JobKey("idempotency:" + type, name, Objects.requireNonNull(window, "window"));
    }
}
