package dev.reprise.jobs.store;

import dev.reprise.jobs.JobState;
import java.util.Objects;
import java.util.UUID;

/** Tell what a redrive did. */
public sealed interface RedriveResult {
    /**
     * It is ready again.
     *
     * @param maxAttempts its ceiling now
     */
    record Redriven(int maxAttempts) implements RedriveResult {}

    /**
     * It is not terminal; nothing was changed.
     *
     * @param state where it stands
     */
    record NotTerminal(JobState state) implements RedriveResult {
        /** {@inheritDoc} */
        public NotTerminal {
            Objects.requireNonNull(state, "state");
        }
    }

    /**
     * Its unique key belongs to another job by now; nothing was changed.
     *
     * @param by the job that holds it
     */
    record KeyTaken(UUID by) implements RedriveResult {
        /** {@inheritDoc} */
        public KeyTaken {
            Objects.requireNonNull(by, "by");
        }
    }

    /** All 32767 attempts that a job can have are spent; nothing was changed. */
    record AttemptsSpent() implements RedriveResult {}

    /** There is no such job. */
    record Unknown() implements RedriveResult {}
}
