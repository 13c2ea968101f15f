package dev.reprise.jobs.postgres;

import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs maintenance that one row must not stop: if the whole batch fails, again with each row by itself. What then still
 * refuses is left where it is, and PostgreSQL's log says which and why.
 */
record Stubborn(Runner runner) {
    private static final Logger LOG = LoggerFactory.getLogger(Stubborn.class);

    <T> T run(String what, Work<T> batch, Work<T> each) {
        try {
            return runner.attempt(batch);
        } catch (SQLException e) {
            if (!isOfOneRow(e)) {
                throw SqlStates.toStoreException(what, runner.schema(), e);
            }
            LOG.warn("Could not {} in one go; going row by row: {}", what, e.getMessage());
            return runner.run(what, each);
        }
    }

    /** Whether other rows could do better: not if the database is gone, out of something, or lacks our function. */
    static boolean isOfOneRow(SQLException e) {
        return !SqlStates.isConnection(e) && !SqlStates.isCancelled(e) && !"42883".equals(e.getSQLState());
    }
}
