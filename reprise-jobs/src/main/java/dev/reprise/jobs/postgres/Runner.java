package dev.reprise.jobs.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Runs transactions of our own, and again if the database rolled them back for the sake of others. */
record Runner(Lender lender, String schema) {
    private static final int TRIES = 8;
    private static final Duration FIRST_WAIT = Duration.ofMillis(2);

    /**
     * Runs it in auto-commit: one statement, one transaction, one round trip.
     *
     * @throws dev.reprise.jobs.store.StoreException if it fails, or is rolled back eight times
     */
    <T> T run(String what, Work<T> work) {
        try {
            return attempt(work);
        } catch (SQLException e) {
            throw SqlStates.toStoreException(what, schema, e);
        }
    }

    /** As {@link #run}, with the failure as it is. */
    <T> T attempt(Work<T> work) throws SQLException {
        for (int failures = 1; ; failures++) {
            try {
                return lender.lend(work);
            } catch (SQLException e) {
                if (failures == TRIES || !SqlStates.isRetryable(e)) {
                    throw e;
                }
            }
            // Full jitter: those who collided must not meet again.
            LockSupport.parkNanos(1 + ThreadLocalRandom.current().nextLong(FIRST_WAIT.toNanos() << failures));
        }
    }

    /** Runs several statements in one transaction. */
    <T> T runInTransaction(String what, Work<T> work) {
        return run(what, connection -> transaction(connection, work));
    }

    /** As {@link #runInTransaction}, but never again: for what can be read only once. */
    <T> T runInTransactionOnce(String what, Work<T> work) {
        try {
            return lender.lend(connection -> transaction(connection, work));
        } catch (SQLException e) {
            throw SqlStates.toStoreException(what, schema, e);
        }
    }

    private static <T> T transaction(Connection connection, Work<T> work) throws SQLException {
        connection.setAutoCommit(false);
        T result = work.on(connection);
        connection.commit();
        connection.setAutoCommit(true);
        return result;
    }
}
