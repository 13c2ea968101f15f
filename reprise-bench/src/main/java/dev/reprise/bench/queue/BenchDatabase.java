package dev.reprise.bench.queue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.reprise.postgres.EmbeddedPostgres;
import dev.reprise.postgres.EmbeddedPostgresOptions;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;

/** The one PostgreSQL of a run, on disk and in its safe settings, and the one pool. */
final class BenchDatabase implements AutoCloseable {
    static final int POOL = 24;

    /** What differs from PostgreSQL's defaults, or must not. */
    private static final Map<String, String> SETTINGS = Map.of(
            "fsync", "on",
            "synchronous_commit", "on",
            "full_page_writes", "on",
            "max_connections", "100",
            "shared_buffers", "1GB",
            "max_wal_size", "8GB",
            "checkpoint_timeout", "15min");

    private final Sql sql = Sql.read("database.sql");
    private final EmbeddedPostgres postgres;
    private final HikariDataSource pool;

    private BenchDatabase(EmbeddedPostgres postgres, HikariDataSource pool) {
        this.postgres = postgres;
        this.pool = pool;
    }

    static BenchDatabase start() {
        EmbeddedPostgresOptions options = EmbeddedPostgres.throwAway();
        for (Map.Entry<String, String> setting : SETTINGS.entrySet()) {
            options = options.setting(setting.getKey(), setting.getValue());
        }
        EmbeddedPostgres postgres = options.start();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.url());
        config.addDataSourceProperty("reWriteBatchedInserts", "true");
        config.setMaximumPoolSize(POOL);
        return new BenchDatabase(postgres, new HikariDataSource(config));
    }

    DataSource dataSource() {
        return pool;
    }

    /** Returns the settings in force, by their names. */
    Map<String, String> settings() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement(sql.get("settings"))) {
            Array names = connection.createArrayOf("text", SETTINGS.keySet().toArray());
            select.setArray(1, names);
            Map<String, String> settings = new TreeMap<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    settings.put(rows.getString(1), rows.getString(2));
                }
            }
            return new LinkedHashMap<>(settings);
        }
    }

    String version() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    /** Takes what went before out of what is measured next: dead rows, old statistics, dirty pages. */
    void settle() throws SQLException {
        Jdbc.execute(pool, sql.get("analyze"));
        Jdbc.execute(pool, sql.get("checkpoint"));
    }

    /** Opens a transaction whose snapshot keeps every dead row from being removed, until it is closed. */
    Connection pinSnapshot() throws SQLException {
        Connection connection = pool.getConnection();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (PreparedStatement select = connection.prepareStatement(sql.get("snapshot"))) {
            select.executeQuery();
        }
        return connection;
    }

    @Override
    public void close() {
        pool.close();
        postgres.close();
    }
}
