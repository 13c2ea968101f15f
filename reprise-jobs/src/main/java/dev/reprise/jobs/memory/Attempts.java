package dev.reprise.jobs.memory;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Attempts that did not end their job, and endings that a redrive undid: one for each claim. */
final class Attempts {
    private final Map<UUID, SortedMap<Integer, Entry>> byJob = new HashMap<>();

    void add(AttemptRecord attempt, @Nullable UUID flush) {
        byJob.computeIfAbsent(attempt.job(), job -> new TreeMap<>()).put(attempt.epoch(), new Entry(attempt, flush));
    }

    /** Keeps how a job ended. A job that ended while it waited has nothing to add to the attempt before. */
    void addEnding(Row row, Job.Outcome outcome) {
        AttemptRecord ending = new AttemptRecord(
                row.id(),
                row.epoch,
                row.attempt,
                how(row.state),
                row.worker,
                row.startedAt,
                outcome.endedAt(),
                null,
                outcome.result(),
                outcome.error(),
                outcome.reason(),
                outcome.explanation());
        byJob.computeIfAbsent(row.id(), job -> new TreeMap<>()).putIfAbsent(row.epoch, new Entry(ending, row.flush));
    }

    boolean isWrittenBy(UUID flush, UUID job, int epoch) {
        SortedMap<Integer, Entry> attempts = byJob.get(job);
        Entry entry = attempts == null ? null : attempts.get(epoch);
        return entry != null && flush.equals(entry.flush);
    }

    List<AttemptRecord> of(UUID job) {
        SortedMap<Integer, Entry> attempts = byJob.get(job);
        return attempts == null
                ? List.of()
                : attempts.values().stream().map(Entry::attempt).toList();
    }

    void forget(UUID job) {
        byJob.remove(job);
    }

    private static How how(JobState state) {
        return switch (state) {
            case SUCCEEDED -> How.SUCCEEDED;
            case FAILED -> How.FAILED;
            case CANCELLED -> How.CANCELLED;
            case CRASHED -> How.CRASHED;
            default -> throw new IllegalArgumentException("state: " + state + " is not terminal");
        };
    }

    private record Entry(AttemptRecord attempt, @Nullable UUID flush) {}
}
