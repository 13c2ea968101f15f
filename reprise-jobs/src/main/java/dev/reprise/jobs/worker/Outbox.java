package dev.reprise.jobs.worker;

/** Where endings go: to the writer, or nowhere. */
interface Outbox {
    /** Writes it soon. */
    void send(Finished finished);

    /** Gives an attempt back that was never started. */
    void handBack(Attempt attempt);

    /** Writes nothing: the claim is not this worker's any more. */
    void drop(Attempt attempt);
}
