package dev.reprise.jobs.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.postgresql.PGConnection;

/** One connection of a data source while it is ours, and the settings it is given back with. */
final class Lent {
    private final Connection connection;
    private final boolean autoCommit;
    private final int networkTimeout;
    private final int prepareThreshold;

    private Lent(Connection connection) throws SQLException {
        this.connection = connection;
        this.autoCommit = connection.getAutoCommit();
        this.networkTimeout = connection.getNetworkTimeout();
        this.prepareThreshold = connection.unwrap(PGConnection.class).getPrepareThreshold();
    }

    static Lent take(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            Lent lent = new Lent(connection);
            connection.setAutoCommit(true);
            // Also begin and commit must not be named on a server connection that PgBouncer gives to others next.
            connection.unwrap(PGConnection.class).setPrepareThreshold(0);
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Statements.SILENCE.toMillis()));
            return lent;
        } catch (SQLException e) {
            closeQuietly(connection);
            throw e;
        }
    }

    Connection connection() {
        return connection;
    }

    /** Ends what a failed work left open; false if the connection is of no use any more. */
    boolean isUsableAfter(SQLException failure) {
        try {
            if (SqlStates.isConnection(failure) || connection.isClosed()) {
                return false;
            }
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
            return true;
        } catch (SQLException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    void giveBack() {
        try {
            connection.setAutoCommit(autoCommit);
            connection.setNetworkTimeout(Runnable::run, networkTimeout);
            connection.unwrap(PGConnection.class).setPrepareThreshold(prepareThreshold);
        } catch (SQLException e) {
            discard();
            return;
        }
        closeQuietly(connection);
    }

    /** Closes the connection itself, so that a pool cannot lend it again. */
    void discard() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // Given up either way; the pool finds out at its next look.
        } finally {
            closeQuietly(connection);
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // What was done on it is committed or rolled back; nothing is lost with it.
        }
    }
}
