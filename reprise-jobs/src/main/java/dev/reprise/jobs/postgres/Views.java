package dev.reprise.jobs.postgres;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads jobs and their history. */
final class Views {
    /** By the numbers of {@code 0001_tables.sql}. */
    private static final List<How> HOWS = List.of(
            How.RETRIED, How.RETRY_AFTER, How.INTERRUPTED, How.CRASHED, How.SUCCEEDED, How.FAILED, How.CANCELLED);

    private final Runner runner;
    private final Query<Job> job;
    private final Query<AttemptRecord> history;
    private final Query<Map.Entry<JobState, Long>> counts;

    Views(Database database, Runner runner) {
        this.runner = runner;
        Sql sql = database.sql("view");
        job = new Query<>(sql.get("job"), Views::job);
        history = new Query<>(sql.get("history"), Views::attempt);
        counts = new Query<>(sql.get("counts"), row -> Map.entry(Codes.state(row.getInt(1)), row.getLong(2)));
    }

    Optional<Job> find(UUID id) {
        Objects.requireNonNull(id, "id");
        return runner.run("find job " + id, connection -> job.list(connection, id, id)).stream()
                .findFirst();
    }

    List<AttemptRecord> history(UUID id) {
        Objects.requireNonNull(id, "id");
        return List.copyOf(runner.run("read the history of job " + id, connection -> history.list(connection, id)));
    }

    Map<JobState, Long> counts() {
        Map<JobState, Long> byState = new EnumMap<>(JobState.class);
        for (JobState state : JobState.values()) {
            byState.put(state, 0L);
        }
        runner.run("count jobs", counts::list).forEach(one -> byState.put(one.getKey(), one.getValue()));
        return byState;
    }

    private static Job job(ResultSet row) throws SQLException {
        JobState state = Codes.state(row.getInt("state"));
        RetryKind kind = Codes.kind(row.getInt("kind"));
        String policy = row.getString("policy");
        long timeout = row.getLong("timeout_ms");
        boolean hasTimeout = !row.wasNull();
        return new Job(
                row.getObject("id", UUID.class),
                row.getString("type"),
                row.getString("queue"),
                state,
                row.getInt("priority"),
                // One of a newer version: this one would not retry it.
                kind == null ? RetryKind.NON_RETRYABLE : kind,
                new Job.Counts(
                        row.getInt("attempt"),
                        row.getInt("max_attempts"),
                        row.getInt("epoch"),
                        row.getInt("failures"),
                        row.getInt("snoozes"),
                        row.getInt("crashes")),
                instant(row, "created_at"),
                instant(row, "due_at"),
                instantOrNull(row, "deadline"),
                hasTimeout ? Duration.ofMillis(timeout) : null,
                policy == null ? RetryPolicy.defaults().toString() : policy,
                row.getBoolean("own_policy"),
                tags(row.getArray("tags")),
                row.getString("active_key"),
                row.getBytes("payload"),
                state == JobState.RUNNING ? lease(row) : null,
                state.isTerminal() ? outcome(row) : null);
    }

    private static List<String> tags(@Nullable Array tags) throws SQLException {
        return tags == null ? List.of() : List.of((String[]) tags.getArray());
    }

    private static Job.Lease lease(ResultSet row) throws SQLException {
        return new Job.Lease(
                row.getObject("worker", UUID.class),
                instant(row, "started_at"),
                instant(row, "lease_until"),
                row.getBoolean("cancel"));
    }

    private static Job.Outcome outcome(ResultSet row) throws SQLException {
        return new Job.Outcome(
                instant(row, "ended_at"),
                row.getBytes("result"),
                row.getString("error"),
                row.getString("reason"),
                row.getString("explanation"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return Times.instant(row, row.findColumn(column));
    }

    private static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        return Times.instantOrNull(row, row.findColumn(column));
    }

    private static AttemptRecord attempt(ResultSet row) throws SQLException {
        return new AttemptRecord(
                row.getObject("job", UUID.class),
                row.getInt("epoch"),
                row.getInt("attempt"),
                HOWS.get(row.getInt("how")),
                row.getObject("worker", UUID.class),
                instantOrNull(row, "started_at"),
                instant(row, "ended_at"),
                instantOrNull(row, "next_due_at"),
                row.getBytes("result"),
                row.getString("error"),
                row.getString("reason"),
                row.getString("explanation"));
    }
}
