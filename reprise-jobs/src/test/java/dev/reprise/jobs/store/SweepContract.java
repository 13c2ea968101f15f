package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Promotion, deadlines and retention. */
interface SweepContract extends StoreUnderTest {
    @Test
    default void a_promotion_moves_what_is_due_and_tells_when_the_next_is() {
        WorkerSession session = session();
        assertThat(session.promote(10)).isEqualTo(new Promoted(0, null));
        enqueue(Sample.job().after(Duration.ofMinutes(1)));
        enqueue(Sample.job().after(Duration.ofMinutes(10)));
        Promoted early = session.promote(10);
        assertThat(early.count()).isZero();
        assertThat(early.nextDueIn()).isBetween(Duration.ofMinutes(1).minus(SLACK), Duration.ofMinutes(1));
        advance(Duration.ofMinutes(2));
        Promoted one = session.promote(10);
        assertThat(one.count()).isEqualTo(1);
        assertThat(one.nextDueIn()).isBetween(Duration.ofMinutes(8).minus(SLACK), Duration.ofMinutes(8));
        advance(Duration.ofMinutes(9));
        assertThat(session.promote(10)).isEqualTo(new Promoted(1, null));
        assertThat(store().counts()).containsEntry(JobState.READY, 2L).containsEntry(JobState.SCHEDULED, 0L);
    }

    @Test
    default void a_promotion_moves_the_earliest_due_first_and_at_most_what_it_is_asked_to() {
        List<UUID> ids = IntStream.range(0, 5)
                .mapToObj(i -> enqueue(Sample.job().after(Duration.ofMinutes(10 - i))))
                .toList();
        advance(Duration.ofHours(1));
        WorkerSession session = session();
        assertThat(session.promote(2)).isEqualTo(new Promoted(2, Duration.ZERO));
        assertThat(ids)
                .extracting(this::stateOf)
                .containsExactly(
                        JobState.SCHEDULED, JobState.SCHEDULED, JobState.SCHEDULED, JobState.READY, JobState.READY);
        assertThat(session.promote(10).count()).isEqualTo(3);
    }

    @Test
    default void a_promoted_job_keeps_its_place() {
        UUID late = enqueue(Sample.job().after(Duration.ofMinutes(10)).priority(5));
        UUID early = enqueue(Sample.job().after(Duration.ofMinutes(4)));
        UUID first = enqueue(Sample.job().after(Duration.ofMinutes(8)).priority(5));
        advance(Duration.ofHours(1));
        WorkerSession session = session();
        session.promote(10);
        UUID last = enqueue(Sample.job());
        assertThat(claim(session, 10)).extracting(Claimed::id).containsExactly(first, early, late, last);
    }

    @Test
    default void waiting_jobs_whose_deadline_has_passed_fail() {
        UUID ready = enqueue(Sample.job().deadline(Duration.ofMinutes(1)));
        UUID scheduled = enqueue(Sample.job().deadline(Duration.ofMinutes(2)).after(Duration.ofMinutes(1)));
        UUID inTime = enqueue(Sample.job().deadline(Duration.ofHours(1)));
        UUID endless = enqueue(Sample.job());
        WorkerSession session = session();
        assertThat(session.expire(10)).isEmpty();
        advance(Duration.ofMinutes(3));
        assertThat(session.expire(10)).containsExactlyInAnyOrder(ready, scheduled);
        assertThat(session.expire(10)).isEmpty();
        assertThat(inTime).extracting(this::stateOf).isEqualTo(JobState.READY);
        assertThat(endless).extracting(this::stateOf).isEqualTo(JobState.READY);
        for (UUID id : List.of(ready, scheduled)) {
            Job job = look(id);
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.counts()).isEqualTo(new Job.Counts(0, 5, 0, 0, 0, 0));
            assertThat(outcome(id).reason()).isEqualTo("DEADLINE");
            assertThat(outcome(id).error()).isNull();
        }
    }

    @Test
    default void a_deadline_sweep_is_bounded_and_leaves_running_jobs_alone() {
        for (int i = 0; i < 6; i++) {
            enqueue(Sample.job().deadline(Duration.ofMinutes(1)));
        }
        WorkerSession session = session();
        Claimed running = claim(session, 1).get(0);
        advance(Duration.ofMinutes(2));
        assertThat(session.expire(3)).hasSize(3);
        assertThat(session.expire(3)).hasSize(2);
        assertThat(end(session, Finish.success(running)).state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    default void a_retry_that_would_pass_the_deadline_fails_with_the_explanation_kept_for_that() {
        UUID id = enqueue(Sample.job().deadline(Duration.ofMinutes(10)));
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        assertThat(claimed.deadline()).isEqualTo(look(id).deadline());
        assertThat(end(session, Finish.retry(claimed, Duration.ofMinutes(9))).state())
                .isEqualTo(JobState.SCHEDULED);
        advance(Duration.ofMinutes(9).plusSeconds(20));
        session.promote(10);
        end(session, Finish.retry(claimOne(session), Duration.ofMinutes(1)));
        Job job = look(id);
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.counts()).isEqualTo(new Job.Counts(2, 5, 2, 2, 0, 0));
        assertThat(outcome(id).reason()).isEqualTo("DEADLINE");
        assertThat(outcome(id).explanation()).isEqualTo("too late");
        assertThat(outcome(id).error()).isEqualTo("broken");
        assertThat(store().history(id)).hasSize(1);
    }

    @Test
    default void a_prune_deletes_what_ended_long_enough_ago_with_its_history() {
        WorkerSession session = session();
        UUID old = enqueue(Sample.job());
        end(session, Finish.retry(claimOne(session), Duration.ZERO));
        end(session, Finish.success(claimOne(session)));
        advance(Duration.ofHours(2));
        UUID fresh = enqueue(Sample.job());
        end(session, Finish.failure(claimOne(session)));
        UUID waiting = enqueue(Sample.job());
        advance(Duration.ofMinutes(1));
        assertThat(store().prune(Duration.ofHours(1), 10)).isEqualTo(1);
        assertThat(store().find(old)).isEmpty();
        assertThat(store().history(old)).isEmpty();
        assertThat(store().find(fresh)).isPresent();
        assertThat(store().prune(Duration.ZERO, 10)).isEqualTo(1);
        assertThat(store().find(fresh)).isEmpty();
        assertThat(store().find(waiting)).isPresent();
    }

    @Test
    default void a_prune_is_bounded() {
        for (int i = 0; i < 5; i++) {
            store().cancel(enqueue(Sample.job()));
        }
        advance(Duration.ofHours(1));
        assertThat(store().prune(Duration.ofMinutes(1), 3)).isEqualTo(3);
        assertThat(store().prune(Duration.ofMinutes(1), 3)).isEqualTo(2);
        assertThat(store().prune(Duration.ofMinutes(1), 3)).isZero();
    }
}
