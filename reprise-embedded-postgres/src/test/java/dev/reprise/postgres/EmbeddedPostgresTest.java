package dev.reprise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresTest {
    private static EmbeddedPostgres postgres;

    @BeforeAll
    static void start() {
        postgres = EmbeddedPostgres.throwAway().setting("max_connections", "37").start();
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @Test
    void it_is_postgresql_18_with_its_settings_and_without_shortcuts() throws SQLException {
        assertThat(Sql.text(postgres.dataSource(), "show server_version")).startsWith("18.");
        assertThat(Sql.text(postgres.dataSource(), "show max_connections")).isEqualTo("37");
        assertThat(Sql.text(postgres.dataSource(), "show fsync")).isEqualTo("on");
        assertThat(Sql.text(postgres.dataSource(), "show listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(Sql.text(postgres.dataSource(), "show unix_socket_directories"))
                .isEmpty();
    }

    @Test
    void the_url_is_enough_to_connect() throws SQLException {
        try (Connection connection = DriverManager.getConnection(postgres.url())) {
            assertThat(connection.getCatalog()).isEqualTo("postgres");
        }
        assertThat(postgres.url()).contains(":" + postgres.port() + "/").contains(postgres.password());
    }

    @Test
    void nobody_connects_without_the_password() {
        String url = "jdbc:postgresql://127.0.0.1:" + postgres.port() + "/postgres?user=postgres&password=guess";

        assertThatThrownBy(() -> DriverManager.getConnection(url))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password authentication failed");
    }

    @Test
    void a_created_database_is_empty_whatever_the_others_hold() throws SQLException {
        DataSource one = postgres.createDatabase();
        Sql.run(one, "create table t (x int)");
        DataSource other = postgres.createDatabase();

        assertThat(Sql.text(other, "select to_regclass('t') is null")).isEqualTo("t");
        assertThat(Sql.text(one, "select to_regclass('t') is null")).isEqualTo("f");
    }

    @Test
    void a_database_may_be_named() throws SQLException {
        DataSource named = postgres.createDatabase("named");

        assertThat(Sql.text(named, "select current_database()")).isEqualTo("named");
        assertThat(Sql.text(postgres.dataSource("named"), "select current_database()"))
                .isEqualTo("named");
        assertThat(postgres.url("named")).contains("/named?");
        assertThatThrownBy(() -> postgres.createDatabase("named"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("database: named could not be made")
                .hasMessageContaining("already exists");
        assertThatThrownBy(() -> postgres.createDatabase("a\"b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a\"b");
    }

    @Test
    void the_programs_can_be_run() {
        assertThat(postgres.bin().resolve("initdb")).isExecutable();
        assertThat(postgres.bin().resolve("pg_ctl")).isExecutable();
        assertThat(postgres.bin().resolve("postgres")).isExecutable();
    }

    @Test
    void a_second_server_is_another_one_and_leaves_nothing_behind() throws SQLException {
        EmbeddedPostgres gone;
        try (EmbeddedPostgres second = EmbeddedPostgres.start()) {
            gone = second;
            assertThat(second.port()).isNotEqualTo(postgres.port());
            assertThat(second.isRunning()).isTrue();
            assertThat(second.folder()).isDirectory();
            Sql.run(second.dataSource(), "create table only_here (x int)");
            assertThat(Sql.text(postgres.dataSource(), "select to_regclass('only_here') is null"))
                    .isEqualTo("t");
        }
        assertThat(gone.isRunning()).isFalse();
        assertThat(gone.folder()).doesNotExist();
    }
}
