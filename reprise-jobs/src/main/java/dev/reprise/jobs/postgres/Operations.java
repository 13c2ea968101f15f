package dev.reprise.jobs.postgres;

import dev.reprise.jobs.When;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** What people do to jobs and queues. */
final class Operations {
    private final Runner runner;
    private final Query<CancelResult> cancel;
    private final Query<RedriveResult> redrive;
    private final Query<Boolean> pause;
    private final Query<Boolean> resume;
    private final Query<String> paused;
    private final Query<Integer> prune;
    private final Query<Integer> pruneEach;

    Operations(Database database, Runner runner) {
        this.runner = runner;
        Sql sql = database.sql("operation");
        cancel = new Query<>(sql.get("cancel"), Operations::cancelled);
        redrive = new Query<>(sql.get("redrive"), Operations::redriven);
        pause = new Query<>(sql.get("pause"), row -> row.getBoolean(1));
        resume = new Query<>(sql.get("resume"), row -> row.getBoolean(1));
        paused = new Query<>(sql.get("paused"), row -> row.getString(1));
        prune = new Query<>(sql.get("prune"), row -> row.getInt(1));
        pruneEach = new Query<>(sql.get("prune each"), row -> row.getInt(1));
    }

    CancelResult cancel(UUID id) {
        Objects.requireNonNull(id, "id");
        return runner.run("cancel job " + id, connection -> cancel.one(connection, id));
    }

    private static CancelResult cancelled(ResultSet row) throws SQLException {
        int code = row.getInt("state");
        if (row.wasNull()) {
            return new CancelResult.Unknown();
        }
        return switch (Codes.state(code)) {
            case RUNNING -> new CancelResult.Requested();
            case CANCELLED ->
                row.getBoolean("is_changed")
                        ? new CancelResult.Cancelled()
                        : new CancelResult.AlreadyEnded(Codes.state(code));
            default -> new CancelResult.AlreadyEnded(Codes.state(code));
        };
    }

    RedriveResult redrive(UUID id, Redrive wanted) {
        Objects.requireNonNull(id, "id");
        When deadline = Objects.requireNonNull(wanted, "redrive").deadline();
        return runner.run(
                "redrive job " + id,
                connection -> redrive.one(
                        connection,
                        id,
                        wanted.moreAttempts(),
                        deadline == null ? null : Times.text(deadline.at()),
                        deadline == null ? null : Times.micros(deadline.after())));
    }

    private static RedriveResult redriven(ResultSet row) throws SQLException {
        int outcome = row.getInt("outcome");
        return switch (outcome) {
            case 0 -> new RedriveResult.Redriven(row.getInt("ceiling"));
            case 1 -> new RedriveResult.NotTerminal(Codes.state(row.getInt("state")));
            case 2 -> new RedriveResult.KeyTaken(row.getObject("taken_by", UUID.class));
            case 3 -> new RedriveResult.AttemptsSpent();
            case 4 -> new RedriveResult.Unknown();
            default -> throw new SQLException("redrive answered " + outcome + ", which is unknown here");
        };
    }

    boolean pause(String queue) {
        Objects.requireNonNull(queue, "queue");
        return runner.run("pause queue " + queue, connection -> pause.one(connection, queue));
    }

    boolean resume(String queue) {
        Objects.requireNonNull(queue, "queue");
        return runner.run("resume queue " + queue, connection -> resume.one(connection, queue));
    }

    Set<String> pausedQueues() {
        return Set.copyOf(runner.run("list paused queues", paused::list));
    }

    int prune(Duration keep, int atMost) {
        if (Objects.requireNonNull(keep, "keep").isNegative()) {
            throw new IllegalArgumentException("keep: " + keep + " is negative; allowed is zero or more");
        }
        Limits.aboveZero("atMost", atMost);
        return new Stubborn(runner)
                .run(
                        "delete old jobs",
                        connection -> prune.one(connection, Times.micros(keep), atMost),
                        connection -> pruneEach.one(connection, Times.micros(keep), atMost));
    }
}
