package dev.reprise.batch;

/** Name the four decisions of a batch. */
public enum BatchStep {
    /** Try again in this run. */
    RETRY,
    /** Leave it for a later run. */
    DEFER,
    /** Final for this URL. */
    FAIL,
    /** End the whole job. */
    STOP
}
