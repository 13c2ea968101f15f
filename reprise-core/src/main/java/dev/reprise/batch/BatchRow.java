package dev.reprise.batch;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State what a signal means: one row of a {@link BatchPolicy}'s table.
 *
 * @param rule what the row is about, in the table's words
 * @param step what this run does; a retry becomes a deferral (or, with {@link NextRun#NEVER}, a failure) when no retry
 *     is left
 *     or the hint is too long
 * @param tag the outcome's tag, or null: {@code CRAWL_HTTP_nnn} of a status, the name of a failure kind. A signal that
 *     is a tag keeps its own name
 * @param nextRun what the next run does
 * @param maxRetries the most retries that this row grants, at most the policy's
 * @param hinted whether a hint counts
 * @param hold whether the host (or the key) is held back too
 */
public record BatchRow(
        String rule, BatchStep step, @Nullable String tag, NextRun nextRun, int maxRetries, boolean hinted, Hold hold) {
    /** Say when a signal holds back everything that is still to be sent to its host. */
    public enum Hold {
        /** The signal concerns its URL alone. */
        NEVER,
        /** A hint that came with the signal holds the host. */
        WITH_HINT,
        /** The signal holds the host: for the hint, else for the URL's own delay. */
        ALWAYS
    }

    /** {@inheritDoc} */
    public BatchRow {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(nextRun, "nextRun");
        Objects.requireNonNull(hold, "hold");
        if (maxRetries < 0) {
            throw new IllegalArgumentException("maxRetries: " + maxRetries + " is negative; allowed is zero or more");
        }
        if (step != BatchStep.RETRY && (step == BatchStep.FAIL) != (nextRun == NextRun.NEVER)) {
            throw new IllegalStateException("nextRun: " + nextRun + " contradicts step: " + step
                    + "; DEFER and STOP are sent again, FAIL never is, RETRY takes both");
        }
    }

    /**
     * Retry in this run; sent again by the next run when no retry is left.
     *
     * @param rule what the row is about
     * @return a row without a hint and without a hold
     */
    public static BatchRow retry(String rule) {
        return of(rule, BatchStep.RETRY, NextRun.SEND);
    }

    /**
     * Leave the URL for the next run.
     *
     * @param rule what the row is about
     * @return a row without a hint and without a hold
     */
    public static BatchRow defer(String rule) {
        return of(rule, BatchStep.DEFER, NextRun.SEND);
    }

    /**
     * Give the URL up for ever.
     *
     * @param rule what the row is about
     * @return a row without a hint and without a hold
     */
    public static BatchRow fail(String rule) {
        return of(rule, BatchStep.FAIL, NextRun.NEVER);
    }

    /**
     * End the whole job; the next run sends the URL again.
     *
     * @param rule what the row is about
     * @return a row without a hint and without a hold
     */
    public static BatchRow stop(String rule) {
        return of(rule, BatchStep.STOP, NextRun.SEND);
    }

    private static BatchRow of(String rule, BatchStep step, NextRun nextRun) {
        return new BatchRow(rule, step, null, nextRun, Integer.MAX_VALUE, false, Hold.NEVER);
    }

    /**
     * Give the outcome a tag.
     *
     * @param tag the tag of every signal of this row that is no tag itself
     * @return a row with this tag
     */
    public BatchRow tag(String tag) {
        Objects.requireNonNull(tag, "tag");
        return new BatchRow(rule, step, tag, nextRun, maxRetries, hinted, hold);
    }

    /**
     * Grant fewer retries than the policy.
     *
     * @param retries zero or more
     * @return a row with this bound
     * @throws IllegalArgumentException if the number is negative
     */
    public BatchRow atMost(int retries) {
        return new BatchRow(rule, step, tag, nextRun, retries, hinted, hold);
    }

    /**
     * Let a hint count, and say whether the host is held.
     *
     * @param hold when the host is held
     * @return a row that waits for the longer of the hint and the schedule
     */
    public BatchRow hinted(Hold hold) {
        return new BatchRow(rule, step, tag, nextRun, maxRetries, true, hold);
    }

    /**
     * Never hold the host.
     *
     * @return the same row for one URL alone
     */
    public BatchRow holdingNothing() {
        return new BatchRow(rule, step, tag, nextRun, maxRetries, hinted, Hold.NEVER);
    }

    /**
     * Say what the next run does.
     *
     * @param nextRun send again, or never
     * @return a row with this next run
     * @throws IllegalStateException if it contradicts the step: a deferral or a stop is sent again, a failure never is
     */
    public BatchRow nextRun(NextRun nextRun) {
        return new BatchRow(rule, step, tag, nextRun, maxRetries, hinted, hold);
    }

    /** Return the tag of an outcome that this row decides. */
    String tagOf(Signal signal) {
        if (signal instanceof Signal.Tag own) {
            return own.name();
        } else if (tag != null) {
            return tag;
        }
        return signal instanceof Signal.Status status ? "CRAWL_HTTP_" + status.code() : signal.toString();
    }
}
