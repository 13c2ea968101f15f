package dev.reprise.jobs.memory;

import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Promoted;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.policy.FailReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Moves what time moves: due jobs, passed deadlines, lapsed leases, jobs and keys that were kept long enough. */
final class Sweeps {
    private static final Duration FOREVER = Duration.ofDays(10_000 * 366);

    private final State state;

    Sweeps(State state) {
        this.state = state;
    }

    Promoted promote(int atMost) {
        Instant now = state.now();
        NavigableSet<Place> scheduled = state.rows.scheduled();
        int count = 0;
        while (count < atMost && !scheduled.isEmpty() && !scheduled.first().at().isAfter(now)) {
            state.rows.change(state.rows.get(scheduled.first().id()), job -> job.state = JobState.READY);
            count++;
        }
        return new Promoted(
                count, scheduled.isEmpty() ? null : until(scheduled.first().at(), now));
    }

    private static Duration until(Instant due, Instant now) {
        return due.isAfter(now) ? Duration.between(now, due) : Duration.ZERO;
    }

    List<UUID> expire(int atMost) {
        Instant now = state.now();
        NavigableSet<Place> deadlines = state.rows.deadlines();
        List<UUID> failed = new ArrayList<>();
        while (failed.size() < atMost
                && !deadlines.isEmpty()
                && deadlines.first().at().isBefore(now)) {
            Row row = state.rows.get(deadlines.first().id());
            state.finish(row, JobState.FAILED, late(row, now));
            failed.add(row.id());
        }
        return failed;
    }

    private static Job.Outcome late(Row row, Instant now) {
        String words = "The deadline, " + row.deadline + ", passed before attempt " + (row.attempt + 1) + " started.";
        return new Job.Outcome(now, null, null, FailReason.DEADLINE.name(), words);
    }

    List<Lapsed> lapsed(@Nullable UUID afterId, int atMost) {
        Instant now = state.now();
        NavigableSet<UUID> running = state.rows.running();
        List<Lapsed> found = new ArrayList<>();
        for (UUID id : afterId == null ? running : running.tailSet(afterId, false)) {
            Row row = state.rows.get(id);
            if (found.size() == atMost) {
                break;
            }
            if (row.worker != null && row.leaseUntil != null && row.leaseUntil.isBefore(now)) {
                found.add(new Lapsed(
                        id,
                        row.job.type(),
                        row.worker,
                        row.epoch,
                        row.attempt,
                        row.maxAttempts,
                        row.job.kind(),
                        row.job.policy(),
                        row.lapses.isPoisonWith(row.worker, row.leaseUntil)));
            }
        }
        return found;
    }

    EndingVerdict reclaim(Reclaim reclaim) {
        Instant now = state.now();
        Row row = state.rows.find(reclaim.id());
        if (row == null
                || !row.isHeld(reclaim.worker(), reclaim.epoch())
                || row.attempt != reclaim.attempt()
                || row.leaseUntil == null
                || !row.leaseUntil.isBefore(now)) {
            return new EndingVerdict(reclaim.id(), null, List.of());
        }
        Instant end = row.leaseUntil;
        row.crashes++;
        row.lapses = row.lapses.plus(reclaim.worker(), end);
        Instant due = reclaim.delay() == null ? null : Times.plus(end, reclaim.delay());
        if (row.isCancelRequested) {
            state.finish(row, JobState.CANCELLED, outcome(reclaim, now, null));
        } else if (due == null || row.attempt == State.MAX_ATTEMPTS) {
            String reason = reclaim.reason() == null ? FailReason.ATTEMPTS_EXHAUSTED.name() : reclaim.reason();
            state.finish(row, JobState.CRASHED, outcome(reclaim, now, reason));
        } else {
            state.keepAttempt(row, How.CRASHED, outcome(reclaim, now, null), due, null);
            state.rows.change(row, job -> job.pend(due, now));
        }
        return new EndingVerdict(reclaim.id(), row.state, List.of());
    }

    private static Job.Outcome outcome(Reclaim reclaim, Instant now, @Nullable String reason) {
        return new Job.Outcome(now, null, reclaim.error(), reason, reclaim.explanation());
    }

    int prune(Duration keep, int atMost) {
        Instant now = state.now();
        Instant before = keep.compareTo(FOREVER) > 0 ? Instant.MIN : now.minus(keep);
        NavigableSet<Place> ended = state.rows.ended();
        int deleted = 0;
        while (deleted < atMost && !ended.isEmpty() && ended.first().at().isBefore(before)) {
            Row row = state.rows.get(ended.first().id());
            state.rows.remove(row);
            state.attempts.forget(row.id());
            deleted++;
        }
        state.keys.prune(now, atMost);
        return deleted;
    }
}
