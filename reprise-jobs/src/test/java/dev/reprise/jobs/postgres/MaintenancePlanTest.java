package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Counts the rows that each function touches, whatever the statistics say about the tables. The plans are made before the tables are
 * filled where they are stale, and kept.
 */
class MaintenancePlanTest {
    private static final String WORKER = "00000000-0000-0000-0000-00000000aaaa";
    private static final int RUNNING = 600;
    private static final List<Integer> BATCHES = List.of(16, 100, 500);

    private final LiveDatabase database = LiveDatabase.create();
    private final List<String> tooMany = new ArrayList<>();

    private void withoutVacuum() {
        for (String table : List.of("job", "job_done", "job_attempt", "job_key")) {
            database.execute("alter table reprise." + table + " set (autovacuum_enabled = false)");
        }
    }

    private void fill() {
        String insert =
                "insert into reprise.job (id, queue, type, state, kind, max_attempts, due_at, sort_at, created_at,"
                        + " deadline, worker, epoch, attempt, lease_until, started_at, active_key, payload)"
                        + " select gen_random_uuid(), 'default', 't', ";
        String tail = ", case when i % 3 = 0 then gen_random_uuid()::text end, '\\x31' from generate_series(1, ";
        String due =
                ", 0, 3, clock_timestamp() - interval '1 s', clock_timestamp() - interval '1 s', clock_timestamp(), ";
        database.execute(insert + "1" + due + "null, null, 0, 0, null, null" + tail + "50000) i");
        database.execute(insert + "0" + due + "null, null, 0, 0, null, null" + tail + "2000) i");
        database.execute(
                insert + "1" + due + "clock_timestamp() - interval '1 s', null, 0, 0, null, null" + tail + "2000) i");
        database.execute(insert + "2" + due + "null, '" + WORKER
                + "', 1, 1, clock_timestamp() - interval '1 s', clock_timestamp()" + tail + RUNNING + ") i");
        database.execute("insert into reprise.job_key (scope, key, job) select 'key:t', active_key, id from reprise.job"
                + " where active_key is not null");
        database.execute(
                "insert into reprise.job_done (id, queue, type, state, priority, kind, attempt, max_attempts, epoch,"
                        + " failures, snoozes, crashes, own_policy, due_at, created_at, ended_at, payload)"
                        + " select gen_random_uuid(), 'default', 't', 3, 0, 0, 1, 3, 1, 0, 0, 0, false, clock_timestamp(),"
                        + " clock_timestamp(), clock_timestamp() - i * interval '1 s', '\\x31' from generate_series(1, 20000) i");
        database.execute("insert into reprise.job_attempt (job, epoch, attempt, how, ended_at)"
                + " select id, 1, 1, 0, ended_at from reprise.job_done");
        database.execute("insert into reprise.job_key (scope, key, job, expires_at)"
                + " select 'idempotency:t', id::text, id, clock_timestamp() - interval '1 s' from reprise.job_done");
    }

    @Test
    void with_fresh_statistics() throws SQLException {
        withoutVacuum();
        fill();
        database.execute("analyze");
        try (Connection connection = database.dataSource().getConnection()) {
            measureAll(connection);
        }
        assertThat(tooMany).isEmpty();
    }

    @Test
    void with_no_statistics() throws SQLException {
        withoutVacuum();
        fill();
        try (Connection connection = database.dataSource().getConnection()) {
            measureAll(connection);
        }
        assertThat(tooMany).isEmpty();
    }

    @Test
    void with_statistics_and_plans_of_empty_tables() throws SQLException {
        withoutVacuum();
        database.execute("analyze");
        try (Connection connection = database.dataSource().getConnection()) {
            for (int i = 0; i < 10; i++) {
                measureAll(connection);
            }
            tooMany.clear();
            fill();
            measureAll(connection);
        }
        assertThat(tooMany).isEmpty();
    }

    private void measureAll(Connection connection) throws SQLException {
        for (int batch : BATCHES) {
            String named = "(select array_agg(id) from (select id from reprise.job where state = 2 and worker = '"
                    + WORKER + "' limit " + batch + ") j)";
            measure(
                    connection,
                    "beat",
                    batch,
                    3 * batch + 2 * RUNNING,
                    "select count(*) from reprise.beat('" + WORKER + "', " + named + ", array_fill(1, array[" + batch
                            + "]), 60000000)");
            measure(
                    connection,
                    "lapsed",
                    batch,
                    2 * RUNNING + 2 * batch,
                    "select count(*) from reprise.lapsed(null, " + batch + ")");
            measure(connection, "reclaim", batch, 6 * batch + RUNNING, reclaim(named, batch, "1000000"));
            measure(connection, "reclaim for good", batch, 10 * batch + RUNNING, reclaim(named, batch, "null"));
            measure(connection, "promote", batch, 4 * batch, "select reprise.promote(" + batch + ")");
            measure(connection, "expire", batch, 10 * batch, "select count(*) from reprise.expire(" + batch + ")");
            measure(connection, "prune", batch, 10 * batch, "select reprise.prune(3600000000, " + batch + ")");
        }
        String ready = "(select id from reprise.job where state = 1 and queue = 'default' and type = 't'"
                + " order by sort_at, id limit 1)";
        measure(connection, "cancel", 1, 20, "select reprise.cancel(" + ready + ")");
        measure(
                connection,
                "redrive",
                1,
                20,
                "select reprise.redrive((select id from reprise.job_done order by ended_at limit 1), 1, null, null)");
    }

    private static String reclaim(String ids, int batch, String delay) {
        return "select count(*) from reprise.reclaim(" + ids + ", array_fill('" + WORKER + "'::uuid, array[" + batch
                + "]), array_fill(1, array[" + batch + "]), array_fill(1, array[" + batch + "]), array_fill(" + delay
                + "::bigint, array[" + batch + "]), array_fill('e'::text, array[" + batch
                + "]), null, array_fill('x'::text, array["
                + batch + "]))";
    }

    /** Runs a statement, counts, and undoes it. */
    private void measure(Connection connection, String what, int batch, int allowed, String sql) throws SQLException {
        connection.setAutoCommit(false);
        // What the question itself looks up must not be charged to a scan.
        LiveDatabase.execute(connection, "set local enable_seqscan = off");
        LiveDatabase.execute(connection, "set local enable_bitmapscan = off");
        long scanned = touched(connection, "seq_tup_read");
        long fetched = touched(connection, "idx_tup_fetch");
        LiveDatabase.execute(connection, sql);
        scanned = touched(connection, "seq_tup_read") - scanned;
        fetched = touched(connection, "idx_tup_fetch") - fetched;
        connection.rollback();
        if (scanned > 0 || fetched > allowed) {
            tooMany.add(what + " of " + batch + ": " + scanned + " rows scanned, " + fetched + " fetched, allowed "
                    + allowed);
        }
    }

    private static long touched(Connection connection, String counter) throws SQLException {
        return new Query<>(
                        "select coalesce(sum(" + counter
                                + "), 0) from pg_stat_xact_user_tables where schemaname = 'reprise'",
                        row -> row.getLong(1))
                .one(connection);
    }
}
