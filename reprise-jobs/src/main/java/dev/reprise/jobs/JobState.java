package dev.reprise.jobs;

/** Name where a job stands. The last four are terminal. */
public enum JobState {
    /** It waits for its time. */
    SCHEDULED,
    /** It may be claimed. */
    READY,
    /** A worker holds a lease on it. */
    RUNNING,
    /** Its handler returned a value. */
    SUCCEEDED,
    /** It is given up: the decision, the handler's own exit, or its deadline. */
    FAILED,
    /** It was called off. */
    CANCELLED,
    /** Its workers died on it, and no attempt is left or it looks poisonous. */
    CRASHED;

    /** {@return whether nothing runs a job in this state any more, unless it is redriven} */
    public boolean isTerminal() {
        return compareTo(SUCCEEDED) >= 0;
    }
}
