package dev.reprise.jobs.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.postgresql.PGStatement;

/** Prepares statements, each with a time-out, none named on the server. */
final class Statements {
    /** How long a statement may take before it is cancelled. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** How long the server may be silent before the connection is given up: the backstop where a cancel gets lost. */
    static final Duration SILENCE = TIMEOUT.plusSeconds(10);

    /** The same two for what may touch a million rows: a copy, a migration. */
    static final Duration LONG_TIMEOUT = Duration.ofMinutes(10);

    static final Duration LONG_SILENCE = LONG_TIMEOUT.plusSeconds(10);

    private Statements() {}

    static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setQueryTimeout(Math.toIntExact(TIMEOUT.toSeconds()));
            // A statement named on one server connection is unknown on the next: PgBouncer in transaction mode changes
            // them.
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
