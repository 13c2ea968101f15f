package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Make the tables and functions that {@link PostgresJobStore} needs, or bring them up to date. Nothing else does; a store
 * whose schema is missing or outdated says so.
 *
 * <p>All that is pending is applied in one transaction under an advisory lock, so that of several processes one does it and
 * the others wait; it works through PgBouncer in transaction mode. What was applied is kept with its SHA-256 in the
 * table {@code migration}.
 */
public final class Migrations {
    private final Database database;
    private final List<Migration> known;
    private final Sql sql;

    Migrations(Database database, List<Migration> known) {
        this.database = database;
        this.known = known;
        this.sql = database.sql("migration");
    }

    /**
     * Migrate a database.
     *
     * @param dataSource its user may create a schema, or owns the one that is there; if all is applied, one who may read
     *     the table {@code migration}
     * @return migrations of the schema {@code reprise}
     */
    public static Migrations on(DataSource dataSource) {
        return new Migrations(Database.on(dataSource), Migration.ALL);
    }

    /**
     * Set the schema that holds the tables.
     *
     * @param schema 1 to 41 of a-z, 0-9 and _, the first no digit; {@code reprise} if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the name is not allowed
     */
    public Migrations schema(String schema) {
        return new Migrations(new Database(database.dataSource(), database.listenOn(), schema), known);
    }

    /**
     * Apply what is pending, all or nothing. Waits up to ten minutes for another process that does the same.
     *
     * @return the names of what was applied, in order; empty if the schema was up to date
     * @throws IllegalStateException if an applied migration is not the one this library knows, or the database is newer
     * @throws StoreException if the database cannot be reached or refuses
     */
    public List<String> run() {
        return inTransaction("run migrations", connection -> {
            lock(connection);
            // Asked first: where all is applied, the user need not be one who may create.
            if (!isTrue(connection, sql.get("table exists"), table())) {
                if (!isTrue(connection, sql.get("schema exists"), database.schema())) {
                    execute(connection, sql.get("create schema"));
                }
                execute(connection, sql.get("create table"));
            }
            List<Migration> pending = pending(connection);
            for (Migration migration : pending) {
                execute(connection, migration.sql(database.schema()));
                record(connection, migration);
            }
            return names(pending);
        });
    }

    /**
     * Tell what {@link #run} would apply.
     *
     * @return the names, in order; empty if the schema is up to date
     * @throws IllegalStateException as {@link #run} does
     * @throws StoreException if the database cannot be reached or refuses
     */
    public List<String> pending() {
        return inTransaction("look for migrations", connection -> names(pending(connection)));
    }

    /**
     * Print all migrations as one script, for Flyway, Liquibase or psql. It records what it applies, so that {@link #run}
     * and {@link #pending} find nothing to do after it.
     *
     * @return SQL for an empty database
     */
    public String print() {
        StringBuilder script = new StringBuilder();
        script.append(sql.get("create schema")).append("\n\n");
        script.append(sql.get("create table")).append('\n');
        for (Migration migration : known) {
            script.append("\n-- ").append(migration.name()).append(".sql\n");
            script.append(migration.sql(database.schema()).strip()).append('\n');
            script.append(sql.get("record")
                    .replaceFirst("\\?", Integer.toString(migration.number()))
                    .replaceFirst("\\?", '\'' + migration.name() + '\'')
                    .replaceFirst("\\?", '\'' + migration.sha256() + '\''));
            script.append('\n');
        }
        return script.toString();
    }

    private List<Migration> pending(Connection connection) throws SQLException {
        Map<Integer, Applied> unknown = applied(connection);
        List<Migration> pending = new ArrayList<>();
        for (Migration migration : known) {
            Applied found = unknown.remove(migration.number());
            if (found == null) {
                pending.add(migration);
            } else if (!found.sha256().equals(migration.sha256())) {
                throw new IllegalStateException("migration " + found.name() + " in schema \"" + database.schema()
                        + "\" has SHA-256 " + found.sha256() + ", and " + migration.name() + " of this library has "
                        + migration.sha256() + "; applied migrations must not change");
            }
        }
        if (!unknown.isEmpty()) {
            throw new IllegalStateException("schema \"" + database.schema()
                    + "\" has migrations that this library does not know: "
                    + unknown.values().stream().map(Applied::name).toList()
                    + "; allowed is a library at least as new as its database");
        }
        return pending;
    }

    private Map<Integer, Applied> applied(Connection connection) throws SQLException {
        Map<Integer, Applied> applied = new TreeMap<>();
        if (!isTrue(connection, sql.get("table exists"), table())) {
            return applied;
        }
        try (PreparedStatement statement = prepare(connection, sql.get("applied"));
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                applied.put(row.getInt(1), new Applied(row.getString(2), row.getString(3)));
            }
        }
        return applied;
    }

    private String table() {
        return database.schema() + ".migration";
    }

    private void record(Connection connection, Migration migration) throws SQLException {
        try (PreparedStatement statement = prepare(connection, sql.get("record"))) {
            statement.setInt(1, migration.number());
            statement.setString(2, migration.name());
            statement.setString(3, migration.sha256());
            statement.executeUpdate();
        }
    }

    private void lock(Connection connection) throws SQLException {
        // A snapshot older than the lock would not see what its last holder did.
        execute(connection, sql.get("read committed"));
        try (PreparedStatement statement = prepare(connection, sql.get("lock"))) {
            statement.setString(1, database.schema());
            statement.execute();
        }
    }

    private <T> T inTransaction(String what, Work<T> work) {
        Lender lender = new ClientConnections(database.dataSource());
        return new Runner(lender, database.schema()).runInTransaction(what, connection -> {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Statements.LONG_SILENCE.toMillis()));
            return work.on(connection);
        });
    }

    private static boolean isTrue(Connection connection, String question, String about) throws SQLException {
        try (PreparedStatement statement = prepare(connection, question)) {
            statement.setString(1, about);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = Statements.prepare(connection, sql);
        statement.setQueryTimeout(Math.toIntExact(Statements.LONG_TIMEOUT.toSeconds()));
        return statement;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(Math.toIntExact(Statements.LONG_TIMEOUT.toSeconds()));
            statement.execute(sql);
        }
    }

    private static List<String> names(List<Migration> migrations) {
        return migrations.stream().map(Migration::name).toList();
    }

    private record Applied(String name, String sha256) {}
}
