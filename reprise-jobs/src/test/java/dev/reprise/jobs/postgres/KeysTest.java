package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class KeysTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final PostgresJobStore store = PostgresJobStore.on(DATABASE.dataSource());

    @BeforeEach
    void empty() {
        DATABASE.execute("truncate reprise.job, reprise.job_done, reprise.job_key");
    }

    private static Connection begin() throws SQLException {
        Connection connection = DATABASE.dataSource().getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void awaitBlocked() throws Exception {
        Eventually.holds(
                "somebody waits for a key",
                () -> DATABASE.count("pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
                        > 0);
    }

    @Nested
    class Waiting {
        @Test
        void the_loser_waits_and_gets_the_winners_id() throws Exception {
            NewJob winner = Fresh.keyed("k");
            try (Connection connection = begin()) {
                store.enqueue(connection, List.of(winner));
                CompletableFuture<List<Enqueued>> loser =
                        CompletableFuture.supplyAsync(() -> store.enqueue(List.of(Fresh.keyed("k"))));
                awaitBlocked();
                connection.commit();

                assertThat(loser.join()).containsExactly(new Enqueued(winner.id(), true));
            }
        }

        /** oban-bg/oban#1087: a conflict was reported against a transaction that rolled back, and there was no job at all. */
        @Test
        void after_the_winners_rollback_the_loser_makes_the_job() throws Exception {
            NewJob second = Fresh.keyed("k");
            try (Connection connection = begin()) {
                store.enqueue(connection, List.of(Fresh.keyed("k")));
                CompletableFuture<List<Enqueued>> loser =
                        CompletableFuture.supplyAsync(() -> store.enqueue(List.of(second)));
                awaitBlocked();
                connection.rollback();

                assertThat(loser.join()).containsExactly(new Enqueued(second.id(), false));
            }
            assertThat(DATABASE.count("reprise.job")).isEqualTo(1);
        }

        @Test
        void in_repeatable_read_the_callers_conflict_is_passed_on() throws Exception {
            try (Connection connection = begin()) {
                connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                LiveDatabase.execute(connection, "select 1 from reprise.job");
                store.enqueue(List.of(Fresh.keyed("k")));

                assertThatThrownBy(() -> store.enqueue(connection, List.of(Fresh.keyed("k"))))
                        .isInstanceOf(StoreException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("40001"));
            }
        }
    }

    @Test
    void batches_that_name_the_same_keys_in_any_order_never_deadlock() {
        long seed = 42;
        long before = deadlocks();
        List<String> keys = IntStream.range(0, 40).mapToObj(i -> "k" + i).toList();
        List<CompletableFuture<Long>> callers = IntStream.range(0, 4)
                .mapToObj(caller -> CompletableFuture.supplyAsync(() -> {
                    Random random = new Random(seed + caller);
                    long added = 0;
                    for (int round = 0; round < 20; round++) {
                        List<String> shuffled = new ArrayList<>(keys);
                        Collections.shuffle(shuffled, random);
                        List<NewJob> jobs = shuffled.stream().map(Fresh::keyed).toList();
                        added += store.enqueue(jobs).stream()
                                .filter(answer -> !answer.existed())
                                .count();
                    }
                    return added;
                }))
                .toList();

        assertThat(callers.stream().mapToLong(CompletableFuture::join).sum())
                .as("seed %d", seed)
                .isEqualTo(40);
        assertThat(DATABASE.count("reprise.job")).isEqualTo(40);
        assertThat(deadlocks()).isEqualTo(before);
    }

    private static long deadlocks() {
        return DATABASE.ask(Long.class, "select deadlocks from pg_stat_database where datname = current_database()");
    }

    @Test
    void a_job_whose_other_key_is_taken_leaves_no_key_behind() {
        NewJob first = Fresh.job("a", "r");
        NewJob second = Fresh.job("b", "r");
        NewJob third = Fresh.keyed("b");

        assertThat(store.enqueue(List.of(first, second, third)))
                .containsExactly(
                        new Enqueued(first.id(), false),
                        new Enqueued(first.id(), true),
                        new Enqueued(third.id(), false));
        assertThat(DATABASE.count("reprise.job_key where job = ?", second.id())).isZero();
        assertThat(DATABASE.count("reprise.job_key where key = 'b' and job = ?", third.id()))
                .isEqualTo(1);
    }

    @Test
    void the_callers_connection_must_not_be_in_auto_commit() throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection()) {
            assertThatThrownBy(() -> store.enqueue(connection, List.of(Fresh.job())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("connection: in auto-commit");
        }
    }

    @Test
    void a_callers_rollback_takes_job_and_key_with_it() throws SQLException {
        try (Connection connection = begin()) {
            store.enqueue(connection, List.of(Fresh.keyed("k"), Fresh.job()));
            connection.rollback();
        }
        assertThat(DATABASE.count("reprise.job")).isZero();
        assertThat(DATABASE.count("reprise.job_key")).isZero();
    }
}
