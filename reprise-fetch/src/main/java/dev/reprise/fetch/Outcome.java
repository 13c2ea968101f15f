package dev.reprise.fetch;

/** Say what became of one URL of a list. */
public enum Outcome {
    /** Fetched; never sent again. */
    SUCCESS,
    /** Failed for good; never sent again. */
    FAILED,
    /** Left for the next run. */
    DEFERRED,
    /** Not tried, since the job was stopped; sent by the next run. */
    SKIPPED
}
