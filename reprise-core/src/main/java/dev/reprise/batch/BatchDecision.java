package dev.reprise.batch;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decide what becomes of one URL after one answer: Retry, Defer, Fail or Stop. */
public sealed interface BatchDecision {
    /** {@return the tag of the outcome, such as RATE_LIMITED} */
    String tag();

    /** {@return the row of the table that decided, in its own words} */
    String rule();

    /** {@return whether the next run sends the URL, if this run leaves it here} */
    NextRun nextRun();

    /** {@return whether the host (or the key) is held back too: for the hint, else for the URL's own delay} */
    boolean holdsHost();

    /** {@return which of the four decisions this is} */
    BatchStep step();

    /**
     * Try again in this run.
     *
     * @param delay how long to wait, zero or more
     * @param hint the hint that took part, or null
     * @param tag the tag of this answer
     * @param rule the row that decided
     * @param nextRun what the next run does, if this one ends before
     * @param holdsHost whether the host is held too
     */
    record Retry(Duration delay, @Nullable Duration hint, String tag, String rule, NextRun nextRun, boolean holdsHost)
            implements BatchDecision {
        /** {@inheritDoc} */
        public Retry {
            Objects.requireNonNull(delay, "delay");
            Objects.requireNonNull(tag, "tag");
            Objects.requireNonNull(rule, "rule");
            Objects.requireNonNull(nextRun, "nextRun");
        }

        @Override
        public BatchStep step() {
            return BatchStep.RETRY;
        }
    }

    /**
     * Leave the URL for a later run.
     *
     * @param hint how long the server asked to wait, or null; never shortened
     * @param tag the tag of the outcome
     * @param rule the row that decided
     * @param holdsHost whether the host is held too
     */
    record Defer(@Nullable Duration hint, String tag, String rule, boolean holdsHost) implements BatchDecision {
        /** {@inheritDoc} */
        public Defer {
            Objects.requireNonNull(tag, "tag");
            Objects.requireNonNull(rule, "rule");
        }

        @Override
        public NextRun nextRun() {
            return NextRun.SEND;
        }

        @Override
        public BatchStep step() {
            return BatchStep.DEFER;
        }
    }

    /**
     * Give the URL up for ever.
     *
     * @param reason why, which is also the tag of the outcome
     * @param rule the row that decided
     */
    record Fail(String reason, String rule) implements BatchDecision {
        /** {@inheritDoc} */
        public Fail {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(rule, "rule");
        }

        @Override
        public String tag() {
            return reason;
        }

        @Override
        public NextRun nextRun() {
            return NextRun.NEVER;
        }

        @Override
        public boolean holdsHost() {
            return false;
        }

        @Override
        public BatchStep step() {
            return BatchStep.FAIL;
        }
    }

    /**
     * End the whole job; this URL is left for a later run.
     *
     * @param reason why, which is also the tag of the outcome
     * @param rule the row that decided
     */
    record Stop(String reason, String rule) implements BatchDecision {
        /** {@inheritDoc} */
        public Stop {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(rule, "rule");
        }

        @Override
        public String tag() {
            return reason;
        }

        @Override
        public NextRun nextRun() {
            return NextRun.SEND;
        }

        @Override
        public boolean holdsHost() {
            return false;
        }

        @Override
        public BatchStep step() {
            return BatchStep.STOP;
        }
    }
}
