package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.policy.RetryKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Lapsed leases: who is found, and what becomes of them. */
interface ReclaimContract extends StoreUnderTest {
    @Test
    default void a_lapsed_job_is_shown_with_what_decides_its_retry() {
        UUID id = enqueue(Sample.job().kind(RetryKind.INDEFINITE).maxAttempts(7).ownPolicy("attempts 7"));
        UUID worker = UUID.randomUUID();
        claimOne(session(worker));
        WorkerSession sweeper = session();
        assertThat(sweeper.lapsed(null, 10)).isEmpty();
        advance(LEASE.plusSeconds(1));
        assertThat(sweeper.lapsed(null, 10))
                .containsExactly(
                        new Lapsed(id, Sample.TYPE, worker, 1, 1, 7, RetryKind.INDEFINITE, "attempts 7", false));
    }

    @Test
    default void lapsed_jobs_come_by_id_and_the_next_page_begins_behind_the_last() {
        List<UUID> ids = IntStream.range(0, 7)
                .mapToObj(i -> enqueue(Sample.job().priority(i)))
                .toList();
        claim(session(), 3);
        claim(session(), 4);
        advance(LEASE.plusSeconds(1));
        WorkerSession sweeper = session();
        List<UUID> seen = new ArrayList<>();
        UUID after = null;
        for (int page = 0; page < 4; page++) {
            for (Lapsed one : sweeper.lapsed(after, 3)) {
                seen.add(one.id());
                after = one.id();
            }
        }
        assertThat(seen).containsExactlyElementsOf(ids);
    }

    @Test
    default void a_reclaimed_job_is_due_its_delay_after_the_end_of_its_lease_whenever_it_is_reclaimed() {
        UUID id = enqueue(Sample.job().priority(2));
        WorkerSession session = session();
        claimOne(session);
        advance(LEASE.plusMinutes(5));
        Instant end = lease(id).until();
        EndingVerdict verdict = session.reclaim(
                        List.of(Sample.Lapse.again(Duration.ofMinutes(9)).of(lapsed(session, id))))
                .get(0);
        assertThat(verdict).isEqualTo(new EndingVerdict(id, JobState.SCHEDULED, List.of()));
        Job job = look(id);
        assertThat(job.dueAt()).isEqualTo(end.plus(Duration.ofMinutes(9)));
        assertThat(job.lease()).isNull();
        advance(Duration.ofMinutes(5));
        session.promote(10);
        Claimed again = claimOne(session);
        assertThat(Duration.between(again.sortAt(), look(id).dueAt())).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    default void a_reclaim_whose_instant_has_passed_makes_the_job_ready() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        claimOne(session);
        advance(LEASE.plusMinutes(5));
        Job.Lease lease = lease(id);
        Reclaim reclaim = Sample.Lapse.again(Duration.ofMinutes(1)).of(lapsed(session, id));
        assertThat(session.reclaim(List.of(reclaim)).get(0).state()).isEqualTo(JobState.READY);
        assertThat(look(id).dueAt()).isEqualTo(lease.until().plus(Duration.ofMinutes(1)));
    }

    @Test
    default void a_reclaim_that_pends_the_job_writes_history() {
        UUID id = enqueue(Sample.job());
        UUID worker = UUID.randomUUID();
        claimOne(session(worker));
        lapse(session(), id, Sample.Lapse.again(Duration.ofMinutes(1)));
        assertThat(store().history(id)).hasSize(1);
        AttemptRecord attempt = store().history(id).get(0);
        assertThat(attempt.how()).isEqualTo(How.CRASHED);
        assertThat(attempt.epoch()).isEqualTo(1);
        assertThat(attempt.attempt()).isEqualTo(1);
        assertThat(attempt.worker()).isEqualTo(worker);
        assertThat(attempt.startedAt()).isNotNull();
        assertThat(attempt.nextDueAt()).isEqualTo(look(id).dueAt());
        assertThat(attempt.error()).isEqualTo("lease lapsed");
        assertThat(attempt.reason()).isNull();
        assertThat(attempt.explanation()).isEqualTo("as the sweeper decided");
    }

    @Test
    default void a_reclaim_without_a_delay_is_the_end() {
        UUID id = enqueue(Sample.job());
        UUID worker = UUID.randomUUID();
        claimOne(session(worker));
        assertThat(lapse(session(), id, Sample.Lapse.CRASH).state()).isEqualTo(JobState.CRASHED);
        Job job = look(id);
        assertThat(job.counts()).isEqualTo(new Job.Counts(1, 5, 1, 0, 0, 1));
        assertThat(outcome(id).error()).isEqualTo("lease lapsed");
        assertThat(outcome(id).reason()).isEqualTo("ATTEMPTS_EXHAUSTED");
        assertThat(outcome(id).explanation()).isEqualTo("as the sweeper decided");
        assertThat(store().history(id)).isEmpty();
    }

    @Test
    default void a_pending_cancel_wins_over_a_reclaim_with_or_without_a_retry() {
        for (Sample.Lapse lapse : List.of(Sample.Lapse.CRASH, Sample.Lapse.again(Duration.ofMinutes(1)))) {
            UUID id = enqueue(Sample.job());
            claimOne(session());
            store().cancel(id);
            assertThat(lapse(session(), id, lapse).state()).isEqualTo(JobState.CANCELLED);
            assertThat(look(id).counts()).isEqualTo(new Job.Counts(1, 5, 1, 0, 0, 1));
            assertThat(store().history(id)).isEmpty();
        }
    }

    @Test
    default void a_reclaim_touches_nothing_that_was_renewed_ended_or_claimed_again_and_the_rest_of_its_batch() {
        for (int i = 0; i < 5; i++) {
            enqueue(Sample.job());
        }
        WorkerSession worker = session();
        List<Claimed> claims = claim(worker, 5);
        advance(LEASE.plusSeconds(1));
        WorkerSession sweeper = session();
        List<Reclaim> reclaims = sweeper.lapsed(null, 10).stream()
                .map(Sample.Lapse.again(Duration.ofHours(1))::of)
                .toList();
        worker.beat(List.of(new Held(claims.get(0).id(), 1)), LEASE);
        end(worker, Finish.success(claims.get(1)));
        end(worker, Finish.retry(claims.get(2), Duration.ZERO));
        claimOne(worker);
        end(worker, Finish.retry(claims.get(3), Duration.ZERO));
        assertThat(sweeper.reclaim(reclaims))
                .extracting(EndingVerdict::state)
                .containsExactly(null, null, null, null, JobState.SCHEDULED);
        assertThat(claims)
                .extracting(claimed -> stateOf(claimed.id()))
                .containsExactly(
                        JobState.RUNNING, JobState.SUCCEEDED, JobState.RUNNING, JobState.READY, JobState.SCHEDULED);
        assertThat(sweeper.reclaim(reclaims))
                .extracting(EndingVerdict::isApplied)
                .containsOnly(false);
    }

    @Test
    default void each_part_of_a_reclaims_fence_counts() {
        UUID id = enqueue(Sample.job());
        claimOne(session());
        advance(LEASE.plusSeconds(1));
        WorkerSession sweeper = session();
        Reclaim right = Sample.Lapse.CRASH.of(lapsed(sweeper, id));
        Job before = look(id);
        List<Reclaim> wrong = List.of(
                reclaim(right, UUID.randomUUID(), 1, 1),
                reclaim(right, right.worker(), 2, 1),
                reclaim(right, right.worker(), 1, 2));
        for (Reclaim one : wrong) {
            assertThat(sweeper.reclaim(List.of(one)).get(0).isApplied()).isFalse();
            assertThat(look(id)).usingRecursiveComparison().isEqualTo(before);
        }
        assertThat(sweeper.reclaim(List.of(right)).get(0).isApplied()).isTrue();
    }

    private static Reclaim reclaim(Reclaim like, UUID worker, int epoch, int attempt) {
        return new Reclaim(
                like.id(), worker, epoch, attempt, like.delay(), like.error(), like.reason(), like.explanation());
    }

    @Test
    default void three_lapses_under_three_incarnations_within_72_hours_look_like_poison() {
        UUID id = enqueue(Sample.job());
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ZERO)).isFalse();
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ofHours(30))).isFalse();
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ofHours(30))).isTrue();
    }

    @Test
    default void three_lapses_under_two_incarnations_do_not() {
        UUID id = enqueue(Sample.job());
        UUID twice = UUID.randomUUID();
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ZERO)).isFalse();
        assertThat(isPoison(id, twice, Duration.ofHours(1))).isFalse();
        assertThat(isPoison(id, twice, Duration.ofHours(1))).isFalse();
    }

    @Test
    default void three_lapses_over_more_than_72_hours_do_not() {
        UUID id = enqueue(Sample.job());
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ZERO)).isFalse();
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ofHours(40))).isFalse();
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ofHours(40))).isFalse();
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ofHours(1))).isTrue();
    }

    @Test
    default void a_redrive_forgets_the_lapses() {
        UUID id = enqueue(Sample.job());
        isPoison(id, UUID.randomUUID(), Duration.ZERO);
        isPoison(id, UUID.randomUUID(), Duration.ZERO);
        store().cancel(id);
        store().redrive(id, Redrive.DEFAULTS);
        assertThat(isPoison(id, UUID.randomUUID(), Duration.ZERO)).isFalse();
        assertThat(look(id).counts().crashes()).isEqualTo(3);
    }

    /** Claims the job under a worker some time later, lets its lease lapse, asks, and makes it ready again. */
    private boolean isPoison(UUID id, UUID worker, Duration later) {
        advance(later);
        try (WorkerSession session = store().openSession(worker)) {
            assertThat(claimOne(session).id()).isEqualTo(id);
            advance(LEASE.plusSeconds(1));
            Lapsed lapsed = lapsed(session, id);
            EndingVerdict verdict = session.reclaim(
                            List.of(Sample.Lapse.again(Duration.ZERO).of(lapsed)))
                    .get(0);
            assertThat(verdict.state()).isEqualTo(JobState.READY);
            return lapsed.isPoison();
        }
    }

    @Test
    default void attempt_32767_crashes_for_good_whatever_its_sweeper_decided() {
        UUID id = enqueue(Sample.job());
        spendAttempts(id, 32_766);
        claimOne(session());
        assertThat(lapse(session(), id, Sample.Lapse.again(Duration.ZERO)).state())
                .isEqualTo(JobState.CRASHED);
    }
}
