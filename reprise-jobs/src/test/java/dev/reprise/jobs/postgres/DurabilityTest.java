package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.jobs.store.Redrive;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What was answered stays, also in a database that commits asynchronously unless told otherwise. */
class DurabilityTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final PostgresJobStore store = PostgresJobStore.on(DATABASE.dataSource());
    private final Rows rows = new Rows(DATABASE);
    private final UUID worker = UUID.randomUUID();

    @BeforeEach
    void empty() {
        DATABASE.execute(
                "truncate reprise.job, reprise.job_done, reprise.job_key, reprise.job_attempt, reprise.job_queue");
        String name = DATABASE.ask(String.class, "select current_database()::text");
        DATABASE.execute("alter database \"" + name + "\" set synchronous_commit = off");
    }

    @TestFactory
    Stream<DynamicTest> a_write_turns_synchronous_commit_on_for_its_transaction() {
        return Stream.of(
                write("enqueue", connection -> store.enqueue(connection, List.of(Fresh.job()))),
                write(
                        "copy",
                        connection ->
                                store.copy(connection, List.of(Fresh.job()).iterator())),
                write("claim", connection -> claim(connection, rows.ready())),
                write("end", this::end),
                write("reclaim", connection -> reclaim(connection, MINUTE)),
                write("reclaim for good", connection -> reclaim(connection, null)),
                write("expire", connection -> {
                    late();
                    return sweeps(connection).expire(10);
                }),
                write("expire each", connection -> {
                    late();
                    return new Query<>("select * from reprise.expire_each(10)", row -> row.getString(1))
                            .list(connection);
                }),
                write("cancel", connection -> operations(connection).cancel(rows.ready())),
                write("redrive", connection -> operations(connection).redrive(rows.done(4), Redrive.DEFAULTS)),
                write("pause", connection -> operations(connection).pause("q")),
                write("resume", connection -> operations(connection).resume("q")));
    }

    @Test
    void what_need_not_be_durable_leaves_it_as_it_is() throws SQLException {
        assertThat(settingAfter(connection -> sweeps(connection).promote(1))).isEqualTo("off");
    }

    private static DynamicTest write(String name, Work<?> work) {
        return DynamicTest.dynamicTest(
                name, () -> assertThat(settingAfter(work)).isEqualTo("on"));
    }

    private static String settingAfter(Work<?> work) throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            Query<String> show = new Query<>("show synchronous_commit", row -> row.getString(1));
            assertThat(show.one(connection)).as("the database's default").isEqualTo("off");
            work.on(connection);
            String setting = show.one(connection);
            connection.commit();
            return setting;
        }
    }

    private List<Claimed> claim(Connection connection, UUID job) {
        List<Claimed> claimed = new Claims(DATABASE.database(), runner(connection), worker)
                .claim(List.of(new Lane("default", "t", null)), 1, MINUTE);
        assertThat(claimed).as("claims of " + job).hasSize(1);
        return claimed;
    }

    private Object end(Connection connection) throws SQLException {
        Claimed claimed = claim(connection, rows.ready()).get(0);
        // A transaction of its own, or the claim's setting would be seen.
        connection.commit();
        return new Endings(DATABASE.database(), runner(connection), worker)
                .end(UUID.randomUUID(), List.of(Fresh.ending(claimed, Kind.SUCCEED, null)));
    }

    private Object reclaim(Connection connection, @Nullable Duration delay) {
        UUID id = rows.running(worker, -1_000);
        return sweeps(connection).reclaim(List.of(new Reclaim(id, worker, 1, 1, delay, "lapsed", null, "why")));
    }

    private void late() {
        DATABASE.execute(
                "update reprise.job set deadline = clock_timestamp() - interval '1 s' where id = ?", rows.ready());
    }

    private static Sweeps sweeps(Connection connection) {
        return new Sweeps(DATABASE.database(), runner(connection));
    }

    private static Operations operations(Connection connection) {
        return new Operations(DATABASE.database(), runner(connection));
    }

    private static Runner runner(Connection connection) {
        return new Runner(
                new Lender() {
                    @Override
                    public <T> T lend(Work<T> work) throws SQLException {
                        return work.on(connection);
                    }
                },
                Database.DEFAULT_SCHEMA);
    }
}
