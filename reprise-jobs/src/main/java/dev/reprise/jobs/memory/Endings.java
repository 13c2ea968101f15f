package dev.reprise.jobs.memory;

import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.FailReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes how attempts ended. */
final class Endings {
    private final State state;
    private final UUID worker;

    Endings(State state, UUID worker) {
        this.state = state;
        this.worker = worker;
    }

    EndingVerdict end(UUID flush, AttemptEnding ending, Instant now) {
        Row row = state.rows.find(ending.id());
        if (row == null) {
            return new EndingVerdict(ending.id(), null, List.of());
        }
        if (!holds(row, ending)) {
            return repeated(flush, row, ending);
        }
        count(row, ending);
        switch (ending.kind()) {
            case SUCCEED -> state.finish(row, JobState.SUCCEEDED, outcome(ending, now));
            case FAIL -> state.finish(row, JobState.FAILED, outcome(ending, now));
            case CANCEL -> state.finish(row, JobState.CANCELLED, outcome(ending, now));
            default -> endUnlessCancelled(flush, row, ending, now);
        }
        row.flush = new Row.Flush(flush, row.state);
        return new EndingVerdict(ending.id(), row.state, addChildren(ending, now));
    }

    /** Answers a repeat of what was applied like the first time; everything else is fenced off. */
    private EndingVerdict repeated(UUID flush, Row row, AttemptEnding ending) {
        JobState after = row.flush != null && row.flush.id().equals(flush)
                ? row.flush.state()
                : state.attempts.stateAfter(flush, ending.id(), ending.epoch());
        List<UUID> skipped = after != JobState.SUCCEEDED
                ? List.of()
                : ending.children().stream()
                        .map(NewJob::id)
                        .filter(child -> state.rows.find(child) == null)
                        .toList();
        return new EndingVerdict(ending.id(), after, skipped);
    }

    /** {@return the jobs that these endings are about to add} */
    List<NewJob> children(List<AttemptEnding> endings) {
        return endings.stream()
                .filter(this::addsChildren)
                .flatMap(ending -> ending.children().stream())
                .toList();
    }

    private boolean addsChildren(AttemptEnding ending) {
        Row row = state.rows.find(ending.id());
        return row != null && holds(row, ending) && ending.kind() == Kind.SUCCEED;
    }

    private boolean holds(Row row, AttemptEnding ending) {
        return row.isHeld(worker, ending.epoch()) && row.attempt == ending.attempt();
    }

    /** A pending cancel wins over want of attempts and of time. */
    private void endUnlessCancelled(UUID flush, Row row, AttemptEnding ending, Instant now) {
        Instant due = ending.kind() == Kind.HAND_BACK ? row.dueAt : Times.plus(now, ending.delay());
        if (row.isCancelRequested) {
            refund(row, ending);
            state.finish(row, JobState.CANCELLED, outcome(ending, now, null, ending.explanation()));
        } else if (ending.kind() == Kind.EXHAUST) {
            state.finish(row, JobState.FAILED, outcome(ending, now));
        } else if (row.isPastDeadline(due)) {
            refund(row, ending);
            fail(row, ending, now, FailReason.DEADLINE, ending.pastDeadline());
        } else if (row.attempt == State.MAX_ATTEMPTS && !isRefunded(ending.kind())) {
            fail(row, ending, now, FailReason.ATTEMPTS_EXHAUSTED, ending.explanation());
        } else {
            pend(flush, row, ending, due, now);
        }
    }

    private void pend(UUID flush, Row row, AttemptEnding ending, Instant due, Instant now) {
        How how = how(ending.kind());
        if (how != null) {
            JobState next = ending.delay().isZero() ? JobState.READY : JobState.SCHEDULED;
            state.keepAttempt(row, how, outcome(ending, now), due, new Row.Flush(flush, next));
        }
        refund(row, ending);
        state.rows.change(row, job -> {
            if (ending.kind() == Kind.HAND_BACK) {
                job.putBack();
                return;
            }
            job.pend(due, now);
            if (ending.kind() == Kind.INTERRUPT && job.attempt >= job.maxAttempts) {
                job.maxAttempts = job.attempt + 1;
            }
        });
    }

    private void fail(Row row, AttemptEnding ending, Instant now, FailReason reason, @Nullable String explanation) {
        state.finish(row, JobState.FAILED, outcome(ending, now, reason.name(), explanation));
    }

    private List<UUID> addChildren(AttemptEnding ending, Instant now) {
        if (ending.kind() != Kind.SUCCEED || ending.children().isEmpty()) {
            return List.of();
        }
        List<Enqueued> answers = state.add(ending.children(), now);
        List<UUID> skipped = new ArrayList<>();
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i).existed()) {
                skipped.add(ending.children().get(i).id());
            }
        }
        return skipped;
    }

    private static void count(Row row, AttemptEnding ending) {
        switch (ending.kind()) {
            case RETRY -> row.failures++;
            case FAIL, EXHAUST -> row.failures += ending.error() == null ? 0 : 1;
            case SNOOZE -> row.snoozes++;
            case SUCCEED, CANCEL, RETRY_AFTER, RETRY_AFTER_REFUNDED, INTERRUPT, HAND_BACK -> {}
        }
    }

    private static void refund(Row row, AttemptEnding ending) {
        if (isRefunded(ending.kind())) {
            row.attempt--;
        }
    }

    private static boolean isRefunded(Kind kind) {
        return kind == Kind.SNOOZE || kind == Kind.HAND_BACK || kind == Kind.RETRY_AFTER_REFUNDED;
    }

    private static @Nullable How how(Kind kind) {
        return switch (kind) {
            case RETRY -> How.RETRIED;
            case RETRY_AFTER, RETRY_AFTER_REFUNDED -> How.RETRY_AFTER;
            case INTERRUPT -> How.INTERRUPTED;
            default -> null;
        };
    }

    private static Job.Outcome outcome(AttemptEnding ending, Instant now) {
        return outcome(ending, now, ending.reason(), ending.explanation());
    }

    private static Job.Outcome outcome(
            AttemptEnding ending, Instant now, @Nullable String reason, @Nullable String explanation) {
        return new Job.Outcome(now, ending.result(), ending.error(), reason, explanation);
    }
}
