package dev.reprise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFolderTest {
    @TempDir
    private Path temporary;

    @Test
    void a_second_start_finds_data_and_password_again() throws SQLException, IOException {
        Path folder = temporary.resolve("not/yet/there");
        String password;
        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(folder).start()) {
            password = postgres.password();
            Sql.run(postgres.dataSource(), "create table t as select 7 as x");
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve("password")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));

        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(folder).start()) {
            assertThat(postgres.password()).isEqualTo(password);
            assertThat(Sql.text(postgres.dataSource(), "select x from t")).isEqualTo("7");
            assertThat(Files.readString(folder.resolve("log"))).doesNotContain("not properly shut down");
        }
    }

    @Test
    void an_immediate_stop_loses_nothing_that_was_committed_and_keeps_nothing_else() throws SQLException, IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(temporary).start()) {
            int port = postgres.port();
            Sql.run(postgres.dataSource(), "create table t (x int)");
            try (Connection connection = postgres.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("insert into t select generate_series(1, 1000)");
                connection.commit();
                statement.execute("insert into t values (0)");

                postgres.stopImmediately();

                assertThat(postgres.isRunning()).isFalse();
                assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> Sql.run(postgres.dataSource(), "select 1")).isInstanceOf(SQLException.class);

            postgres.restart();

            assertThat(postgres.isRunning()).isTrue();
            assertThat(postgres.port()).isEqualTo(port);
            assertThat(Sql.text(postgres.dataSource(), "select count(*) || ' ' || min(x) from t"))
                    .isEqualTo("1000 1");
            assertThat(Files.readString(postgres.folder().resolve("log"))).contains("not properly shut down");
        }
    }

    @Test
    void a_restart_of_a_running_server_is_a_clean_one() throws SQLException, IOException {
        try (EmbeddedPostgres postgres =
                EmbeddedPostgres.in(temporary).setting("work_mem", "5MB").start()) {
            Sql.run(postgres.dataSource(), "create table t as select 7 as x");

            postgres.restart();

            assertThat(Sql.text(postgres.dataSource(), "select x from t")).isEqualTo("7");
            assertThat(Sql.text(postgres.dataSource(), "show work_mem")).isEqualTo("5MB");
            assertThat(Files.readString(postgres.folder().resolve("log"))).doesNotContain("not properly shut down");
            postgres.stopImmediately();
        }
    }

    @Test
    void a_closed_server_is_not_restarted_and_may_be_closed_again() {
        EmbeddedPostgres closed;
        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(temporary).start()) {
            closed = postgres;
        }
        closed.close();
        closed.stopImmediately();

        assertThatThrownBy(closed::restart)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
    }

    @Test
    void a_thread_that_was_interrupted_closes_properly() throws IOException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(temporary).start()) {
            assertThat(postgres.isRunning()).isTrue();
            Thread.currentThread().interrupt();
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Files.readString(temporary.resolve("log"))).contains("database system is shut down");
    }

    @Test
    void a_folder_serves_one_server_at_a_time() {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(temporary).start()) {
            assertThatThrownBy(() -> EmbeddedPostgres.in(temporary).start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("folder: " + postgres.folder())
                    .hasMessageContaining("is used by another server");
        }
    }

    @Test
    void a_port_that_is_taken_is_refused_until_it_is_free() throws IOException {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            port = taken.getLocalPort();
            assertThatThrownBy(() -> EmbeddedPostgres.in(temporary).port(port).start())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("port: " + port + " is taken");
        }
        try (EmbeddedPostgres postgres =
                EmbeddedPostgres.in(temporary).port(port).start()) {
            assertThat(postgres.port()).isEqualTo(port);
        }
    }

    @Test
    void data_of_another_major_version_is_refused_with_both_versions() throws IOException {
        Files.createDirectories(temporary.resolve("data"));
        Files.writeString(temporary.resolve("data/PG_VERSION"), "16\n");

        assertThatThrownBy(() -> EmbeddedPostgres.in(temporary).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("holds data of PostgreSQL 16; the programs are 18:");
    }

    @Test
    void data_without_its_password_is_refused() throws IOException {
        EmbeddedPostgres.in(temporary).start().close();
        Files.delete(temporary.resolve("password"));

        assertThatThrownBy(() -> EmbeddedPostgres.in(temporary).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("password is missing");
    }

    @Test
    void a_folder_that_cannot_be_one_is_refused() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        assertThatThrownBy(() -> EmbeddedPostgres.in(file).start())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("folder: " + file);
    }

    @Test
    void half_made_data_of_a_start_that_was_killed_is_made_anew() throws IOException, SQLException {
        Files.createDirectories(temporary.resolve("data.part/base"));
        Files.writeString(temporary.resolve("data.part/PG_VERSION"), "18\n");

        try (EmbeddedPostgres postgres = EmbeddedPostgres.in(temporary).start()) {
            assertThat(Sql.text(postgres.dataSource(), "select 1")).isEqualTo("1");
        }
    }

    @Test
    void a_setting_that_postgresql_refuses_is_told_in_its_words() {
        assertThatThrownBy(() -> EmbeddedPostgres.throwAway()
                        .setting("work_mem", "plenty")
                        .start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("invalid value for parameter \"work_mem\": \"plenty\"");
    }
}
