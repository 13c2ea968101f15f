package dev.reprise.batch;

/** Say what the next run does with a URL that this run could not finish. */
public enum NextRun {
    /** The next run sends it again. */
    SEND,
    /** No run sends it again: the outcome is final. */
    NEVER
}
