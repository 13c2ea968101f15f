package dev.reprise.jobs.postgres;

import dev.reprise.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A migrated database of its own on one real server for all tests, and plain SQL against it. */
final class LiveDatabase {
    private static final EmbeddedPostgres SERVER = EmbeddedPostgres.start();

    private final DataSource dataSource;

    private LiveDatabase(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static LiveDatabase create() {
        LiveDatabase database = new LiveDatabase(SERVER.createDatabase());
        Migrations.on(database.dataSource).run();
        return database;
    }

    static EmbeddedPostgres server() {
        return SERVER;
    }

    /** A database without our tables, on the same server. */
    static DataSource other() {
        return SERVER.createDatabase();
    }

    DataSource dataSource() {
        return dataSource;
    }

    Database database() {
        return Database.on(dataSource);
    }

    Runner runner() {
        return new Runner(new ClientConnections(dataSource), Database.DEFAULT_SCHEMA);
    }

    /** Runs a statement in its own transaction. Parameters that are null need a cast. */
    void execute(String sql, Object... parameters) {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, sql, parameters);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    static void execute(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql, parameters)) {
            statement.execute();
        }
    }

    /** The first column of the only row. */
    <T> T ask(Class<T> type, String sql, Object... parameters) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new AssertionError("no row: " + sql);
            }
            return row.getObject(1, type);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    long count(String sql, Object... parameters) {
        return ask(Long.class, "select count(*) from " + sql, parameters);
    }

    private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }
}
