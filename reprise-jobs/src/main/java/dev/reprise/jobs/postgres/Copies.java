package dev.reprise.jobs.postgres;

import dev.reprise.jobs.When;
import dev.reprise.jobs.store.NewJob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies one stream of jobs, in the caller's transaction. Jobs without a key go straight into the table. Those with one go,
 * in portions, into a temporary table, and from there, when the stream is over, in one statement: so keys are taken in one
 * sorted pass, as in an enqueue.
 */
final class Copies {
    private static final int FIELDS = 17;
    private static final int STAGED_FIELDS = 24;
    private static final int PORTION = 4 << 20;
    private static final int ROW = 500;

    private final Connection connection;
    private final Sql sql;
    private final Instant present;
    private final List<NewJob> keyed = new ArrayList<>();
    private int keyedBytes;
    private long staged;
    private @Nullable CopyStream open;

    private Copies(Connection connection, Sql sql, Instant present) {
        this.connection = connection;
        this.sql = sql;
        this.present = present;
    }

    static long run(Connection connection, Sql sql, Iterator<NewJob> jobs) throws SQLException {
        Begin begin = new Query<>(sql.get("begin copy"), Begin::read).one(connection);
        Query<String> timeout = new Query<>(sql.get("set time-out"), row -> row.getString(1));
        // The driver sets none for a copy, and a lock could hang it without bound.
        timeout.one(connection, Statements.LONG_TIMEOUT.toMillis() + "ms");
        Copies copies = new Copies(connection, sql, begin.present);
        try {
            long count = copies.copy(jobs);
            timeout.one(connection, begin.timeout);
            return count;
        } catch (SQLException | RuntimeException | Error e) {
            if (copies.open != null) {
                copies.open.cancel(e);
            } else {
                restore(timeout, connection, begin, e);
            }
            throw e;
        }
    }

    /** In a transaction that has failed it cannot be restored, and need not: the rollback does it. */
    private static void restore(Query<String> timeout, Connection connection, Begin begin, Throwable failure) {
        try {
            timeout.one(connection, begin.timeout);
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private long copy(Iterator<NewJob> jobs) throws SQLException {
        long count = 0;
        while (jobs.hasNext()) {
            NewJob job = Objects.requireNonNull(jobs.next(), "job");
            if (NewJobs.hasKey(job)) {
                keep(job);
            } else {
                CopyStream stream = opened("copy");
                stream.row(FIELDS);
                write(stream, job);
                count++;
            }
        }
        stage();
        close();
        return staged == 0 ? count : count + addStaged();
    }

    private void keep(NewJob job) throws SQLException {
        keyed.add(job);
        keyedBytes += ROW + job.payload().length;
        if (keyedBytes >= PORTION) {
            stage();
        }
    }

    private void stage() throws SQLException {
        if (keyed.isEmpty()) {
            return;
        }
        close();
        if (staged == 0) {
            execute("create stage");
        }
        CopyStream stream = opened("copy to stage");
        for (NewJob job : keyed) {
            stream.row(STAGED_FIELDS);
            stream.big(++staged);
            write(stream, job);
            stream.text(NewJobs.scope(job.key()));
            stream.text(NewJobs.name(job.key()));
            stream.big(NewJobs.window(job.key()));
            stream.text(NewJobs.scope(job.idempotencyKey()));
            stream.text(NewJobs.name(job.idempotencyKey()));
            stream.big(NewJobs.window(job.idempotencyKey()));
        }
        close();
        keyed.clear();
        keyedBytes = 0;
    }

    private long addStaged() throws SQLException {
        try (PreparedStatement statement = Statements.prepare(connection, sql.get("add staged"))) {
            statement.setQueryTimeout(Math.toIntExact(Statements.LONG_TIMEOUT.toSeconds()));
            long added = statement.executeLargeUpdate();
            execute("drop stage");
            return added;
        }
    }

    private void write(CopyStream stream, NewJob job) {
        Instant due = Times.bounded(moment(job.due()));
        stream.uuid(job.id());
        stream.text(job.queue());
        stream.text(job.type());
        stream.small(due.isAfter(present) ? 0 : 1);
        stream.small(job.priority());
        stream.small(Codes.of(job.kind()));
        stream.small(job.maxAttempts());
        stream.bool(job.hasOwnPolicy());
        stream.instant(due);
        stream.instant(due.minus(Duration.ofMinutes(job.priority())));
        stream.instant(present);
        stream.instant(job.deadline() == null ? null : Times.bounded(moment(job.deadline())));
        stream.big(Times.millisOrNull(job.timeout()));
        stream.text(Texts.safe(job.policy()));
        stream.texts(job.tags());
        stream.text(
                job.key() == null || job.key().window() != null
                        ? null
                        : job.key().name());
        stream.bytes(job.payload());
    }

    private Instant moment(When when) {
        return when.at() != null ? when.at() : present.plusNanos(1_000 * Times.micros(when.after()));
    }

    private CopyStream opened(String name) throws SQLException {
        CopyStream stream = open;
        if (stream == null) {
            stream = CopyStream.open(connection, sql.get(name));
            open = stream;
        }
        return stream;
    }

    private void close() throws SQLException {
        if (open != null) {
            open.end();
            open = null;
        }
    }

    private void execute(String name) throws SQLException {
        try (PreparedStatement statement = Statements.prepare(connection, sql.get(name))) {
            statement.execute();
        }
    }

    /** The present of a copy, and the time-out that the caller had. */
    private record Begin(Instant present, String timeout) {
        static Begin read(ResultSet row) throws SQLException {
            return new Begin(Times.instant(row, 1), row.getString(3));
        }
    }
}
