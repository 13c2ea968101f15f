package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.When;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cancel, redrive, pause and resume. */
interface CommandContract extends StoreUnderTest {
    @Test
    default void a_waiting_job_is_cancelled_at_once() {
        UUID ready = enqueue(Sample.job());
        UUID scheduled = enqueue(Sample.job().after(Duration.ofHours(1)));
        assertThat(store().cancel(ready)).isEqualTo(new CancelResult.Cancelled());
        assertThat(store().cancel(scheduled)).isEqualTo(new CancelResult.Cancelled());
        assertThat(store().cancel(ready)).isEqualTo(new CancelResult.AlreadyEnded(JobState.CANCELLED));
        assertThat(outcome(ready).error()).isNull();
        assertThat(look(ready).counts()).isEqualTo(new Job.Counts(0, 5, 0, 0, 0, 0));
    }

    @Test
    default void a_running_job_is_asked_once_and_no_more() {
        UUID id = enqueue(Sample.job());
        Claimed claimed = claimOne(session());
        assertThat(store().cancel(id)).isEqualTo(new CancelResult.Requested());
        Job asked = look(id);
        assertThat(asked.state()).isEqualTo(JobState.RUNNING);
        assertThat(asked.counts().epoch()).isEqualTo(claimed.epoch());
        assertThat(lease(id).isCancelRequested()).isTrue();
        assertThat(store().cancel(id)).isEqualTo(new CancelResult.Requested());
        assertThat(look(id)).usingRecursiveComparison().isEqualTo(asked);
    }

    @Test
    default void an_ended_job_is_not_cancelled_and_an_unknown_one_is_unknown() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        end(session, Finish.success(claimOne(session)));
        assertThat(store().cancel(id)).isEqualTo(new CancelResult.AlreadyEnded(JobState.SUCCEEDED));
        assertThat(store().cancel(UUID.randomUUID())).isEqualTo(new CancelResult.Unknown());
    }

    @Test
    default void a_cancel_is_gone_after_a_redrive() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        store().cancel(id);
        end(session, Finish.retry(claimed, Duration.ZERO));
        assertThat(stateOf(id)).isEqualTo(JobState.CANCELLED);
        store().redrive(id, Redrive.DEFAULTS);
        Claimed again = claimOne(session);
        assertThat(session.beat(java.util.List.of(new Held(id, again.epoch())), LEASE)
                        .cancelled())
                .isEmpty();
        assertThat(end(session, Finish.retry(again, Duration.ZERO)).state()).isEqualTo(JobState.READY);
    }

    @Test
    default void a_cancelled_retry_keeps_its_error() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        store().cancel(id);
        end(session, Finish.retry(claimed, Duration.ZERO));
        assertThat(outcome(id).error()).isEqualTo("broken");
        assertThat(outcome(id).reason()).isNull();
        assertThat(outcome(id).explanation()).isEqualTo("as decided");
    }

    @Test
    default void a_redrive_pends_a_job_now_and_keeps_what_it_was() {
        UUID id = enqueue(Sample.job()
                .maxAttempts(1)
                .priority(3)
                .tags("t")
                .deadline(Duration.ofDays(1))
                .payload(new byte[] {9}));
        WorkerSession session = session();
        end(
                session,
                Finish.typical(claimOne(session), Kind.EXHAUST, Duration.ZERO).explanation("because"));
        advance(Duration.ofHours(1));
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Redriven(2));
        Job job = look(id);
        assertThat(job.state()).isEqualTo(JobState.READY);
        assertThat(job.counts()).isEqualTo(new Job.Counts(1, 2, 1, 1, 0, 0));
        assertThat(job.deadline()).isNull();
        assertThat(job.outcome()).isNull();
        assertThat(job.lease()).isNull();
        assertThat(job.priority()).isEqualTo(3);
        assertThat(Duration.between(job.createdAt(), job.dueAt()))
                .isBetween(Duration.ofHours(1), Duration.ofHours(1).plus(SLACK));
        Claimed again = claimOne(session);
        assertThat(again.attempt()).isEqualTo(2);
        assertThat(again.epoch()).isEqualTo(2);
        assertThat(again.payload()).containsExactly(9);
        assertThat(again.tags()).containsExactly("t");
        assertThat(Duration.between(again.sortAt(), job.dueAt())).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    default void the_ending_that_a_redrive_undoes_is_kept_as_history() {
        UUID id = enqueue(Sample.job());
        UUID worker = UUID.randomUUID();
        WorkerSession session = session(worker);
        end(session, Finish.success(claimOne(session)).result(new byte[] {7, 8}));
        Job.Outcome ended = outcome(id);
        store().redrive(id, Redrive.DEFAULTS);
        assertThat(store().history(id)).hasSize(1);
        AttemptRecord ending = store().history(id).get(0);
        assertThat(ending.how()).isEqualTo(How.SUCCEEDED);
        assertThat(ending.epoch()).isEqualTo(1);
        assertThat(ending.attempt()).isEqualTo(1);
        assertThat(ending.worker()).isEqualTo(worker);
        assertThat(ending.startedAt()).isNotNull();
        assertThat(ending.endedAt()).isEqualTo(ended.endedAt());
        assertThat(ending.nextDueAt()).isNull();
        assertThat(ending.result()).containsExactly(7, 8);
    }

    @Test
    default void each_terminal_state_becomes_history_of_its_own_kind() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        end(session, Finish.success(claimOne(session)));
        store().redrive(id, Redrive.DEFAULTS);
        end(session, Finish.failure(claimOne(session)));
        store().redrive(id, Redrive.DEFAULTS);
        end(session, Finish.of(claimOne(session), Kind.CANCEL));
        store().redrive(id, Redrive.DEFAULTS);
        claimOne(session);
        lapse(session, id, Sample.Lapse.CRASH);
        store().redrive(id, Redrive.DEFAULTS);
        assertThat(store().history(id))
                .extracting(AttemptRecord::how)
                .containsExactly(How.SUCCEEDED, How.FAILED, How.CANCELLED, How.CRASHED);
    }

    @Test
    default void a_job_cancelled_before_any_claim_is_redriven_as_often_as_one_likes() {
        UUID id = enqueue(Sample.job());
        for (int i = 0; i < 3; i++) {
            store().cancel(id);
            assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Redriven(5));
        }
        assertThat(store().history(id))
                .extracting(AttemptRecord::epoch, AttemptRecord::how, AttemptRecord::worker)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(0, How.CANCELLED, null));
    }

    @Test
    default void a_job_cancelled_between_attempts_keeps_the_attempt_before_when_it_is_redriven() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        end(session, Finish.retry(claimOne(session), Duration.ZERO));
        store().cancel(id);
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Redriven(5));
        assertThat(store().history(id)).extracting(AttemptRecord::how).containsExactly(How.RETRIED);
        assertThat(store().history(id).get(0).error()).isEqualTo("broken");
    }

    @Test
    default void a_job_that_failed_for_its_deadline_between_attempts_says_both_in_its_history() {
        UUID id = enqueue(Sample.job().deadline(Duration.ofHours(1)));
        WorkerSession session = session();
        end(session, Finish.retry(claimOne(session), Duration.ZERO));
        advance(Duration.ofHours(2));
        session.expire(10);
        store().redrive(id, Redrive.DEFAULTS);
        assertThat(store().history(id)).hasSize(1);
        AttemptRecord attempt = store().history(id).get(0);
        assertThat(attempt.how()).isEqualTo(How.RETRIED);
        assertThat(attempt.error()).isEqualTo("broken");
        assertThat(attempt.reason()).isEqualTo("DEADLINE");
        assertThat(attempt.explanation()).startsWith("as decided The deadline, ");
    }

    @Test
    default void a_redrive_gives_more_attempts_and_a_deadline_when_it_is_asked_to() {
        UUID id = enqueue(Sample.job().maxAttempts(3));
        WorkerSession session = session();
        end(session, Finish.failure(claimOne(session)));
        Redrive redrive = new Redrive(10, When.after(Duration.ofHours(1)));
        assertThat(store().redrive(id, redrive)).isEqualTo(new RedriveResult.Redriven(11));
        Job job = look(id);
        assertThat(Duration.between(job.dueAt(), job.deadline()))
                .isBetween(Duration.ofMinutes(59), Duration.ofMinutes(61));
        store().cancel(id);
        Instant deadline = look(id).createdAt().plus(Duration.ofDays(3));
        store().redrive(id, new Redrive(1, When.at(deadline)));
        assertThat(look(id).deadline()).isEqualTo(deadline);
        assertThat(look(id).counts().maxAttempts()).isEqualTo(11);
    }

    @Test
    default void a_redrive_of_what_is_not_terminal_or_unknown_says_so() {
        UUID id = enqueue(Sample.job());
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.NotTerminal(JobState.READY));
        claimOne(session());
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.NotTerminal(JobState.RUNNING));
        assertThat(store().redrive(UUID.randomUUID(), Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Unknown());
    }

    @Test
    default void a_job_with_32767_attempts_is_not_redriven_and_no_ceiling_is_above_that() {
        UUID spent = enqueue(Sample.job());
        spendAttempts(spent, 32_766);
        WorkerSession session = session();
        end(session, Finish.failure(claimOne(session)));
        assertThat(store().redrive(spent, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.AttemptsSpent());
        UUID other = enqueue(Sample.job());
        end(session, Finish.failure(claimOne(session)));
        assertThat(store().redrive(other, new Redrive(Integer.MAX_VALUE, null)))
                .isEqualTo(new RedriveResult.Redriven(32_767));
    }

    @Test
    default void pause_and_resume_tell_whether_they_changed_anything() {
        assertThat(store().pausedQueues()).isEmpty();
        assertThat(store().pause("a")).isTrue();
        assertThat(store().pause("a")).isFalse();
        assertThat(store().pause("b")).isTrue();
        assertThat(store().pausedQueues()).containsExactlyInAnyOrder("a", "b");
        assertThat(store().resume("a")).isTrue();
        assertThat(store().resume("a")).isFalse();
        assertThat(store().pausedQueues()).containsExactly("b");
    }

    @Test
    default void a_job_that_runs_ends_as_usual_while_its_queue_is_paused() {
        enqueue(Sample.job());
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        store().pause(Sample.QUEUE);
        assertThat(session.beat(java.util.List.of(new Held(claimed.id(), 1)), LEASE)
                        .lost())
                .isEmpty();
        assertThat(end(session, Finish.success(claimed)).state()).isEqualTo(JobState.SUCCEEDED);
    }
}
