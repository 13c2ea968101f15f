package dev.reprise.jobs.postgres;

import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.store.NewJob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Adds jobs, in a transaction of our own or of the caller's. */
final class Enqueues {
    private final Database database;
    private final Runner runner;
    private final Sql sql;

    Enqueues(Database database, Runner runner) {
        this.database = database;
        this.runner = runner;
        this.sql = database.sql("enqueue");
    }

    List<Enqueued> enqueue(List<NewJob> jobs) {
        return jobs.isEmpty() ? List.of() : runner.run("enqueue", connection -> enqueueOn(connection, jobs));
    }

    List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        return inTransaction("enqueue", connection, open -> jobs.isEmpty() ? List.of() : enqueueOn(open, jobs));
    }

    long copy(Iterator<NewJob> jobs) {
        // Not tried again: the iterator is read once.
        return runner.runInTransactionOnce("copy", connection -> {
            connection.setNetworkTimeout(Runnable::run, Math.toIntExact(Statements.LONG_SILENCE.toMillis()));
            return Copies.run(connection, sql, jobs);
        });
    }

    long copy(Connection connection, Iterator<NewJob> jobs) {
        return inTransaction("copy", connection, open -> Copies.run(open, sql, jobs));
    }

    private <T> T inTransaction(String what, Connection connection, Work<T> work) {
        try {
            if (Objects.requireNonNull(connection, "connection").getAutoCommit()) {
                throw new IllegalArgumentException(
                        "connection: in auto-commit; allowed is one with a transaction of the caller's, who commits it");
            }
            return work.on(connection);
        } catch (SQLException e) {
            throw SqlStates.toStoreException(what, database.schema(), e);
        }
    }

    private List<Enqueued> enqueueOn(Connection connection, List<NewJob> jobs) throws SQLException {
        try (PreparedStatement statement = Statements.prepare(connection, sql.get("enqueue"))) {
            NewJobs.bind(new Parameters(statement), jobs);
            try (ResultSet row = statement.executeQuery()) {
                List<Enqueued> answers = new ArrayList<>(jobs.size());
                while (row.next()) {
                    answers.add(new Enqueued(row.getObject(1, UUID.class), row.getBoolean(2)));
                }
                return answers;
            }
        }
    }
}
