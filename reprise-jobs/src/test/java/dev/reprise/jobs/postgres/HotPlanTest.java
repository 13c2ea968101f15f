package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.NewJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Counts the rows that an enqueue, a claim and an ending touch, whatever the statistics say about the tables: a plan that sorts
 * the backlog or joins each with each shows here, and on any machine.
 */
class HotPlanTest {
    private static final int BACKLOG = 20_000;
    private static final List<Integer> BATCHES = List.of(16, 100, 500);

    private final LiveDatabase database = LiveDatabase.create();
    private final List<String> tooMany = new ArrayList<>();

    HotPlanTest() {
        for (String table : List.of("job", "job_done", "job_attempt", "job_key")) {
            database.execute("alter table reprise." + table + " set (autovacuum_enabled = false)");
        }
    }

    /** Foreign types lie at the head, and every third job has a key. */
    private void fill() {
        PostgresJobStore store = PostgresJobStore.on(database.dataSource());
        store.copy(Stream.generate(Fresh::job).limit(BACKLOG).iterator());
        database.execute("update reprise.job set type = 'foreign'");
        Stream<NewJob> own =
                Stream.iterate(0, i -> i + 1).limit(BACKLOG).map(i -> i % 3 == 0 ? Fresh.keyed("k" + i) : Fresh.job());
        store.copy(own.iterator());
    }

    @Test
    void with_fresh_statistics() throws SQLException {
        fill();
        database.execute("analyze");
        measureAll();
    }

    @Test
    void with_no_statistics() throws SQLException {
        fill();
        measureAll();
    }

    @Test
    void with_statistics_and_plans_of_empty_tables() throws SQLException {
        database.execute("analyze");
        try (Connection connection = database.dataSource().getConnection()) {
            for (int i = 0; i < 10; i++) {
                measure(connection, 16);
            }
            tooMany.clear();
            fill();
            for (int batch : BATCHES) {
                measure(connection, batch);
            }
        }
        assertThat(tooMany).isEmpty();
    }

    private void measureAll() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            for (int batch : BATCHES) {
                measure(connection, batch);
            }
        }
        assertThat(tooMany).isEmpty();
    }

    private void measure(Connection connection, int batch) throws SQLException {
        Runner runner = new Runner(
                new Lender() {
                    @Override
                    public <T> T lend(Work<T> work) throws SQLException {
                        return work.on(connection);
                    }
                },
                Database.DEFAULT_SCHEMA);
        UUID worker = UUID.randomUUID();
        Claims claims = new Claims(database.database(), runner, worker);
        Endings endings = new Endings(database.database(), runner, worker);
        Enqueues enqueues = new Enqueues(database.database(), runner);
        connection.setAutoCommit(false);

        long[] before = touched(connection);
        List<Claimed> jobs = claims.claim(List.of(new Lane("default", "t", null)), batch, Duration.ofMinutes(1));
        before = check(connection, "claim", batch, before, 2 * batch + 2);
        List<EndingVerdict> verdicts = endings.end(
                UUID.randomUUID(),
                jobs.stream()
                        .map(job -> Fresh.ending(job, job.id().hashCode() % 2 == 0 ? Kind.SUCCEED : Kind.RETRY, "boom"))
                        .toList());
        before = check(connection, "end", batch, before, 4 * batch);
        enqueues.enqueue(
                connection,
                Stream.iterate(0, i -> i + 1)
                        .limit(batch)
                        .map(i -> Fresh.job("k" + 2 * i, "r" + i))
                        .toList());
        check(connection, "enqueue", batch, before, 4 * batch);
        connection.rollback();
        assertThat(verdicts).allMatch(EndingVerdict::isApplied);
    }

    private long[] check(Connection connection, String what, int batch, long[] before, int allowed)
            throws SQLException {
        long[] after = touched(connection);
        long scanned = after[0] - before[0];
        long fetched = after[1] - before[1];
        if (scanned > 0 || fetched > allowed) {
            tooMany.add(what + " of " + batch + ": " + scanned + " rows scanned, " + fetched + " fetched, allowed "
                    + allowed);
        }
        return after;
    }

    private static long[] touched(Connection connection) throws SQLException {
        return new Query<>(
                        "select coalesce(sum(seq_tup_read), 0), coalesce(sum(idx_tup_fetch), 0)"
                                + " from pg_stat_xact_user_tables where schemaname = 'reprise'",
                        row -> new long[] {row.getLong(1), row.getLong(2)})
                .one(connection);
    }
}
