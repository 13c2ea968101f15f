package dev.reprise.bench.queue;

import java.sql.SQLException;
import javax.sql.DataSource;

/** A durable queue that is measured. It is made once for a run; its tables stay between the rounds. */
interface Contender {

    /** Returns the name, which is also what {@code --contenders} takes. */
    String name();

    /** Returns the version of the library, or an empty string. */
    String version();

    /** Returns the settings that differ from the library's defaults, in words. */
    String settings();

    /** Makes the tables if they are missing, and empties them. Is called before any other method below. */
    void prepare(DataSource database) throws SQLException;

    /** Enqueues jobs that do nothing and are due now, in the fastest way that the library has; returns when all are durable. */
    void enqueueBulk(int jobs) throws Exception;

    /**
     * Starts a worker, lets it run until {@code progress} is complete, and stops it.
     *
     * <p>A job counts when its ending is committed, not when its handler returned. The clock runs from this call, so the
     * start of the worker counts and its stop does not.
     */
    void drain(Progress progress) throws Exception;

    /** Counts the jobs that wait to be claimed. */
    long pending() throws SQLException;

    /** Tells whether a backlog of a million is enqueued and drained in reasonable time. */
    default boolean holdsBacklog() {
        return true;
    }

    /** Tells whether it takes part in more than bulk enqueue. */
    default boolean drains() {
        return true;
    }
}
