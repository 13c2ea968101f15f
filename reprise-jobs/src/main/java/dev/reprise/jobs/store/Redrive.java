package dev.reprise.jobs.store;

import dev.reprise.jobs.When;
import org.jspecify.annotations.Nullable;

/**
 * State what a redriven job gets.
 *
 * @param moreAttempts how many attempts beyond those spent it has at least, 1 or more
 * @param deadline after which no attempt starts, or null: none
 */
public record Redrive(int moreAttempts, @Nullable When deadline) {
    /** One more attempt at least, and no deadline. */
    public static final Redrive DEFAULTS = new Redrive(1, null);

    /** {@inheritDoc} */
    public Redrive {
        if (moreAttempts < 1) {
            throw new IllegalArgumentException("moreAttempts: " + moreAttempts + " is below 1");
        }
    }
}
