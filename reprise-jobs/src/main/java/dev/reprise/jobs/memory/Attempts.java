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

    void add(AttemptRecord attempt, Row.@Nullable Flush flush) {
        of(attempt).put(attempt.epoch(), new Entry(attempt, flush));
    }

    /**
     * Keeps how a job ended. If it ended while it waited for another attempt, the attempt before has its row already, which stays
     * and gains the reason.
     */
    void addEnding(Row row, Job.Outcome outcome) {
        AttemptRecord ending = record(row, how(row.state), outcome);
        of(ending).merge(row.epoch, new Entry(ending, row.flush), Entry::endedBy);
    }

    /** {@return the state to which a flush brought a job that it ended, or null: it did not} */
    @Nullable
    JobState stateAfter(UUID flush, UUID job, int epoch) {
        SortedMap<Integer, Entry> attempts = byJob.get(job);
        Entry entry = attempts == null ? null : attempts.get(epoch);
        return entry == null || entry.flush == null || !entry.flush.id().equals(flush) ? null : entry.flush.state();
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

    private SortedMap<Integer, Entry> of(AttemptRecord attempt) {
        return byJob.computeIfAbsent(attempt.job(), job -> new TreeMap<>());
    }

    private static AttemptRecord record(Row row, How how, Job.Outcome outcome) {
        return new AttemptRecord(
                row.id(),
                row.epoch,
                row.attempt,
                how,
                row.worker,
                row.startedAt,
                outcome.endedAt(),
                null,
                outcome.result(),
                outcome.error(),
                outcome.reason(),
                outcome.explanation());
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

    private record Entry(AttemptRecord attempt, Row.@Nullable Flush flush) {
        Entry endedBy(Entry ending) {
            if (attempt.how().compareTo(How.SUCCEEDED) >= 0) {
                return ending;
            }
            String reason = ending.attempt.reason();
            return new Entry(
                    new AttemptRecord(
                            attempt.job(),
                            attempt.epoch(),
                            attempt.attempt(),
                            attempt.how(),
                            attempt.worker(),
                            attempt.startedAt(),
                            attempt.endedAt(),
                            attempt.nextDueAt(),
                            attempt.result(),
                            attempt.error(),
                            reason == null ? attempt.reason() : reason,
                            joined(attempt.explanation(), ending.attempt.explanation())),
                    flush);
        }

        private static @Nullable String joined(@Nullable String first, @Nullable String second) {
            return first == null || second == null ? (first == null ? second : first) : first + ' ' + second;
        }
    }
}
