package dev.reprise.jobs.store;

import dev.reprise.jobs.JobState;
import java.util.Objects;

/** Tell what a cancel did. */
public sealed interface CancelResult {
    /** It waited, and is cancelled. */
    record Cancelled() implements CancelResult {}

    /** It runs; its handler will be asked to stop. Asking again changes nothing. */
    record Requested() implements CancelResult {}

    /**
     * It had ended; nothing was changed.
     *
     * @param state where it stands
     */
    record AlreadyEnded(JobState state) implements CancelResult {
        /** {@inheritDoc} */
        public AlreadyEnded {
            Objects.requireNonNull(state, "state");
        }
    }

    /** There is no such job. */
    record Unknown() implements CancelResult {}
}
