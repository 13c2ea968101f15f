package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.store.StoreException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    private static final List<String> ALL =
            Migration.ALL.stream().map(Migration::name).toList();

    private final DataSource dataSource = LiveDatabase.other();
    private final Migrations migrations = Migrations.on(dataSource);

    private void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            LiveDatabase.execute(connection, sql);
        }
    }

    @Test
    void the_first_run_applies_all_and_the_second_finds_nothing() {
        assertThat(migrations.pending()).isEqualTo(ALL);
        assertThat(migrations.run()).isEqualTo(ALL);
        assertThat(migrations.run()).isEmpty();
        assertThat(migrations.pending()).isEmpty();
    }

    @Test
    void of_two_processes_at_once_one_migrates_and_the_other_waits() {
        CompletableFuture<List<String>> other = CompletableFuture.supplyAsync(Migrations.on(dataSource)::run);
        List<String> all = new ArrayList<>(migrations.run());
        all.addAll(other.join());

        assertThat(all).isEqualTo(ALL);
    }

    @Test
    void a_changed_checksum_of_an_applied_file_is_refused() throws SQLException {
        migrations.run();
        execute("update reprise.migration set sha256 = 'beef' where number = 3");

        assertThatThrownBy(migrations::run)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("0003_claim")
                .hasMessageContaining("beef")
                .hasMessageContaining("must not change");
    }

    @Test
    void a_database_newer_than_the_library_is_refused() throws SQLException {
        migrations.run();
        execute("insert into reprise.migration (number, name, sha256) values (9000, '9000_future', 'beef')");

        assertThatThrownBy(migrations::pending)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("9000_future")
                .hasMessageContaining("at least as new");
    }

    @Test
    void the_printed_script_leaves_nothing_to_do() throws SQLException {
        execute(migrations.schema("printed").print());

        assertThat(migrations.schema("printed").pending()).isEmpty();
        assertThat(migrations.pending()).isEqualTo(ALL);
    }

    @Test
    void two_schemas_of_one_database_know_nothing_of_each_other() {
        migrations.schema("one").run();
        migrations.schema("two").run();
        PostgresJobStore one = PostgresJobStore.on(dataSource).schema("one");
        one.enqueue(List.of(Fresh.job()));

        assertThat(one.counts().values()).contains(1L);
        assertThat(PostgresJobStore.on(dataSource).schema("two").counts().values())
                .containsOnly(0L);
    }

    @Test
    void a_store_without_its_tables_names_the_call_to_make() {
        assertThatThrownBy(() -> PostgresJobStore.on(dataSource).enqueue(List.of(Fresh.job())))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Migrations.on(dataSource).schema(\"reprise\").run()");
    }

    @Test
    void a_failed_run_leaves_nothing_behind() throws SQLException {
        execute("create schema reprise");
        execute("create table reprise.job_queue (other int)");

        assertThatThrownBy(migrations::run).isInstanceOf(StoreException.class);
        assertThat(migrations.pending()).isEqualTo(ALL);
    }

    @Test
    void a_schema_that_needs_quotes_is_refused() {
        assertThatThrownBy(() -> migrations.schema("x\"; drop"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("schema: 'x\"; drop'");
    }

    @Test
    void where_all_is_applied_a_user_who_may_not_create_finds_nothing_to_do() throws SQLException {
        migrations.run();
        execute("create role reader");
        execute("grant usage on schema reprise to reader");
        execute("grant select on reprise.migration to reader");
        DataSource reader = (DataSource) Proxy.newProxyInstance(
                MigrationsTest.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> {
                    Connection connection = dataSource.getConnection();
                    LiveDatabase.execute(connection, "set role reader");
                    return connection;
                });

        assertThat(Migrations.on(reader).run()).isEmpty();
        assertThatThrownBy(() -> Migrations.on(reader).schema("another").run()).isInstanceOf(StoreException.class);
    }
}
