package dev.reprise.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Name a moment of the store's clock: so long after its present, or an instant.
 *
 * @param after from the store's present; zero if {@code at} is set
 * @param at the instant, or null: {@code after} counts
 */
public record When(Duration after, @Nullable Instant at) {
    /** The store's present. */
    public static final When NOW = new When(Duration.ZERO, null);

    /** {@inheritDoc} */
    public When {
        Objects.requireNonNull(after, "after");
        if (at != null && !after.isZero()) {
            throw new IllegalArgumentException("after: " + after + " beside an instant; allowed is one of them");
        }
    }

    /**
     * Name a moment by its distance.
     *
     * @param delay from the store's present
     * @return the moment
     */
    public static When after(Duration delay) {
        return delay.isZero() ? NOW : new When(delay, null);
    }

    /**
     * Name an instant.
     *
     * @param instant by the store's clock
     * @return the moment
     */
    public static When at(Instant instant) {
        return new When(Duration.ZERO, Objects.requireNonNull(instant, "instant"));
    }
}
