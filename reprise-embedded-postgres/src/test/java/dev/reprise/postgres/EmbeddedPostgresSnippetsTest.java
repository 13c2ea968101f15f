package dev.reprise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresSnippetsTest {
    @TempDir
    private Path folder;

    @Test
    void thrown_away() throws SQLException {
        // snippet: first
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            DataSource database = postgres.dataSource();
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE jobs (id bigint PRIMARY KEY)");
            }
        } // stopped, and its data deleted
        // end snippet
    }

    @Test
    void kept() {
        // snippet: kept
        try (EmbeddedPostgres postgres =
                EmbeddedPostgres.in(folder).setting("max_connections", "200").start()) {
            postgres.url(); // jdbc:postgresql://127.0.0.1:23456/postgres?user=postgres&password=...
        } // stopped; the next start finds the data again
        // end snippet
        assertThat(folder.resolve("data")).isDirectory();
    }

    @Test
    void databases_and_crashes() throws SQLException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            // snippet: databases
            DataSource one = postgres.createDatabase(); // empty, with a random name
            DataSource other = postgres.createDatabase("other");
            // end snippet
            Sql.run(one, "create table t as select 7 as x");
            // snippet: crash
            postgres.stopImmediately(); // as a crash: connections break, nothing more is written
            postgres.restart(); // recovers; same port, same data, the data sources stay good
            // end snippet
            assertThat(Sql.text(one, "select x from t")).isEqualTo("7");
            assertThat(Sql.text(other, "select to_regclass('t') is null")).isEqualTo("t");
        }
    }
}
