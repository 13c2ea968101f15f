package dev.reprise.jobs.memory;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** All that a store keeps, and the steps that several of its calls share. Guarded by the store's lock. */
final class State {
    /** No job can have more attempts: PostgreSQL keeps them in a {@code smallint}. */
    static final int MAX_ATTEMPTS = Short.MAX_VALUE;

    final Rows rows = new Rows();
    final Keys keys = new Keys();
    final Attempts attempts = new Attempts();
    final Set<String> paused = new HashSet<>();
    private final InstantSource clock;

    State(InstantSource clock) {
        this.clock = clock;
    }

    Instant now() {
        return Times.cut(clock.instant());
    }

    List<Enqueued> add(List<NewJob> jobs, Instant now) {
        refuseKnownIds(jobs);
        List<Enqueued> answers = new ArrayList<>(jobs.size());
        for (NewJob job : jobs) {
            UUID holder = keys.holder(job.idempotencyKey(), now);
            if (holder == null) {
                holder = keys.holder(job.key(), now);
            }
            if (holder == null) {
                keys.take(job.idempotencyKey(), job.id(), now);
                keys.take(job.key(), job.id(), now);
                rows.add(new Row(job, now));
                answers.add(new Enqueued(job.id(), false));
            } else {
                answers.add(new Enqueued(holder, true));
            }
        }
        return answers;
    }

    void finish(Row row, JobState end, Job.Outcome outcome) {
        rows.change(row, job -> job.finish(end, outcome));
        keys.release(row);
    }

    /** Writes how the attempt that runs ended, which does not end its job. */
    void keepAttempt(Row row, AttemptRecord.How how, Job.Outcome outcome, Instant nextDue, Row.@Nullable Flush flush) {
        attempts.add(
                new AttemptRecord(
                        row.id(),
                        row.epoch,
                        row.attempt,
                        how,
                        row.worker,
                        row.startedAt,
                        outcome.endedAt(),
                        nextDue,
                        outcome.result(),
                        outcome.error(),
                        outcome.reason(),
                        outcome.explanation()),
                flush);
    }

    /** Refuses a batch before anything of it is written: all or none. */
    void refuseKnownIds(List<NewJob> jobs) {
        Set<UUID> ids = new HashSet<>();
        for (NewJob job : jobs) {
            if (rows.find(job.id()) != null || !ids.add(job.id())) {
                throw new StoreException(
                        "Jobs could not be added",
                        new IllegalStateException("there is a job " + job.id() + " already"));
            }
        }
    }
}
