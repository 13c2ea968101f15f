package dev.reprise.jobs.memory;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.JobKey;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One job. What changes is changed by {@link Rows#change} alone, which keeps the indexes in step. */
final class Row {
    final NewJob job;
    final Instant createdAt;
    final @Nullable Duration timeout;
    JobState state;
    Instant dueAt;
    Instant sortAt;

    @Nullable
    Instant deadline;

    int attempt;
    int maxAttempts;
    int epoch;
    int failures;
    int snoozes;
    int crashes;
    boolean isCancelRequested;

    @Nullable
    UUID worker;

    @Nullable
    Instant startedAt;

    @Nullable
    Instant leaseUntil;

    @Nullable
    Flush flush;

    Job.@Nullable Outcome outcome;
    Lapses lapses = Lapses.NONE;

    Row(NewJob job, Instant now) {
        this.job = job;
        createdAt = now;
        timeout = Times.timeout(job.timeout());
        maxAttempts = job.maxAttempts();
        deadline = job.deadline() == null ? null : Times.of(job.deadline(), now);
        dueAt = Times.of(job.due(), now);
        sortAt = sortAt(dueAt);
        state = dueAt.isAfter(now) ? JobState.SCHEDULED : JobState.READY;
    }

    UUID id() {
        return job.id();
    }

    /** The key that the job holds while it is active, and takes again when it is redriven. */
    @Nullable
    JobKey activeKey() {
        JobKey key = job.key();
        return key == null || key.window() != null ? null : key;
    }

    boolean isWaiting() {
        return state == JobState.SCHEDULED || state == JobState.READY;
    }

    boolean isPastDeadline(Instant instant) {
        return deadline != null && instant.isAfter(deadline);
    }

    boolean isHeld(UUID by, int claim) {
        return state == JobState.RUNNING && by.equals(worker) && epoch == claim;
    }

    void start(UUID by, Instant now, Duration lease) {
        state = JobState.RUNNING;
        attempt++;
        epoch++;
        worker = by;
        startedAt = now;
        leaseUntil = Times.plus(now, lease);
    }

    void pend(Instant due, Instant now) {
        dueAt = due;
        sortAt = sortAt(due);
        release(due.isAfter(now) ? JobState.SCHEDULED : JobState.READY);
    }

    /** Goes back to its old place in the order. */
    void putBack() {
        release(JobState.READY);
    }

    void finish(JobState end, Job.Outcome how) {
        state = end;
        outcome = how;
        leaseUntil = null;
        isCancelRequested = false;
    }

    private void release(JobState next) {
        state = next;
        worker = null;
        startedAt = null;
        leaseUntil = null;
        isCancelRequested = false;
        outcome = null;
    }

    private Instant sortAt(Instant due) {
        return due.minus(Duration.ofMinutes(job.priority()));
    }

    Claimed claimed() {
        return new Claimed(
                id(),
                job.type(),
                job.queue(),
                attempt,
                epoch,
                maxAttempts,
                failures,
                job.kind(),
                job.policy(),
                job.hasOwnPolicy(),
                deadline,
                timeout,
                job.tags(),
                sortAt,
                job.payload().clone());
    }

    Job look() {
        JobKey key = activeKey();
        String policy = job.policy();
        return new Job(
                id(),
                job.type(),
                job.queue(),
                state,
                job.priority(),
                job.kind(),
                new Job.Counts(attempt, maxAttempts, epoch, failures, snoozes, crashes),
                createdAt,
                dueAt,
                deadline,
                timeout,
                policy == null ? RetryPolicy.defaults().toString() : policy,
                job.hasOwnPolicy(),
                job.tags(),
                key == null ? null : key.name(),
                job.payload().clone(),
                lease(),
                outcome);
    }

    private Job.@Nullable Lease lease() {
        if (state != JobState.RUNNING || worker == null || startedAt == null || leaseUntil == null) {
            return null;
        }
        return new Job.Lease(worker, startedAt, leaseUntil, isCancelRequested);
    }

    /** A write of endings, and the state to which its ending brought the job. */
    record Flush(UUID id, JobState state) {}
}
