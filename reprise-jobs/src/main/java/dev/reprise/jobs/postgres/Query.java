package dev.reprise.jobs.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement and how its rows are read.
 *
 * @param sql the statement
 * @param reader makes a value of a row
 */
record Query<T>(String sql, Reader<T> reader) {
    List<T> list(Connection connection, @Nullable Object... parameters) throws SQLException {
        return listWithin(Statements.TIMEOUT, connection, parameters);
    }

    /** As {@link #list}, with a time-out of its own, in whole seconds. */
    List<T> listWithin(Duration timeout, Connection connection, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = Statements.prepare(connection, sql)) {
            statement.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                List<T> values = new ArrayList<>();
                while (row.next()) {
                    values.add(reader.read(row));
                }
                return values;
            }
        }
    }

    /** The value of the only row. */
    T one(Connection connection, @Nullable Object... parameters) throws SQLException {
        List<T> values = list(connection, parameters);
        if (values.size() != 1) {
            throw new SQLException("The query answered " + values.size() + " rows, and not one");
        }
        return values.get(0);
    }

    /** Makes a value of the row that a result set stands on. */
    @FunctionalInterface
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }
}
