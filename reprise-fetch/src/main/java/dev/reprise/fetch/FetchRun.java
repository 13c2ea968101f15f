package dev.reprise.fetch;

/** Watch a run, end it early, wait for its summary. Thread-safe. */
public interface FetchRun {
    /**
     * Tell how far the run is; cheap enough to ask ten times a second.
     *
     * @return a snapshot
     */
    FetchProgress progress();

    /**
     * End the run in good order: nothing new is sent, what is in flight finishes, what waits for a retry is deferred.
     * Nothing is written for URLs not begun. Calling it again does nothing.
     */
    void drain();

    /** End the run at once: what is in flight is dropped, and sent again by the next run. */
    void abort();

    /**
     * Wait for the end.
     *
     * @return what the run did
     * @throws FetchUnusableException if the list, the journal or the disk failed; what was journalled stays valid
     * @throws InterruptedException if the waiting thread is interrupted; the run goes on
     */
    FetchSummary await() throws FetchUnusableException, InterruptedException;
}
