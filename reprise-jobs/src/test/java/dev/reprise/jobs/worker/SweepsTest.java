package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.OTHER;
import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.WorkerSession;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SweepsTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_job_becomes_ready_exactly_when_it_is_due() {
        rig.start((payload, job) -> Ending.done());
        UUID id = rig.enqueue("x", o -> o.after(Duration.ofMillis(7_300)));
        rig.advance(Duration.ofMillis(7_299));
        assertThat(rig.state(id)).isEqualTo(JobState.SCHEDULED);
        rig.advance(Duration.ofMillis(1));
        rig.awaitState(id, JobState.SUCCEEDED);
    }

    @Test
    void a_deadline_that_passes_while_a_job_waits_fails_it() {
        rig.start((payload, job) -> Ending.done());
        UUID id = rig.enqueue("x", o -> o.after(Duration.ofHours(1)).deadline(Duration.ofSeconds(3)));
        rig.advance(Duration.ofSeconds(10));
        assertThat(rig.state(id)).isEqualTo(JobState.FAILED);
    }

    // procrastinate-org/procrastinate#1518: orphans of a worker that nobody knew any more were never found.
    @Test
    void a_job_of_a_dead_worker_runs_again_after_the_delay_of_its_stored_schedule() {
        UUID id = rig.enqueue("x", o -> o.policy(RetryPolicy.attempts(3).backoff("constant 20s")));
        strangerClaims(1);
        rig.start((payload, job) -> Ending.done(job.attempt()));
        rig.advance(Duration.ofSeconds(79));
        assertThat(rig.state(id)).isEqualTo(JobState.SCHEDULED);
        rig.advance(Duration.ofSeconds(1));
        rig.awaitState(id, JobState.SUCCEEDED);
        assertThat(rig.job(id).counts().attempt()).isEqualTo(2);
        assertThat(rig.job(id).counts().crashes()).isEqualTo(1);
        assertThat(rig.job(id).counts().failures()).isZero();
    }

    @Test
    void a_job_of_a_type_that_the_sweeper_does_not_know_is_reclaimed_all_the_same() {
        UUID id = rig.client.enqueue(OTHER, "x").id();
        rig.stranger().claim(List.of(new Lane("default", OTHER.name(), null)), 1, Duration.ofSeconds(60));
        rig.start((payload, job) -> Ending.done());
        rig.advance(Duration.ofSeconds(75));
        assertThat(rig.state(id)).isEqualTo(JobState.READY);
    }

    // riverqueue/river#1318: a full batch of rows that were skipped hid those behind it.
    @Test
    void rows_that_cannot_be_reclaimed_hide_none_behind_them() {
        List<UUID> ids = new ArrayList<>();
        for (int i = 0; i < 1_100; i++) {
            ids.add(rig.enqueue("x"));
        }
        assertThat(strangerClaims(1_100)).hasSize(1_100);
        AtomicBoolean isFirstPage = new AtomicBoolean(true);
        rig.store.onLapsed = page -> page.isEmpty() || !isFirstPage.getAndSet(false)
                ? page
                : page.stream().map(SweepsTest::ofAnotherClaim).toList();
        sweepOncePastTheLease();
        assertThat(ids.stream().filter(id -> rig.state(id) != JobState.RUNNING)).hasSize(600);
    }

    // riverqueue/river#1302: the sweeper acted on an old look and overwrote what had happened since.
    @Test
    void a_job_that_ended_since_the_look_is_not_touched() {
        UUID id = rig.enqueue("x");
        WorkerSession stranger = rig.stranger();
        Claimed claimed = stranger.claim(List.of(new Lane("default", TYPE.name(), null)), 1, Duration.ofSeconds(60))
                .get(0);
        rig.store.onLapsed = page -> {
            page.forEach(lapsed -> stranger.end(
                    UUID.randomUUID(), List.of(EndingDecider.handBack(id, claimed.epoch(), claimed.attempt()))));
            return page;
        };
        sweepOncePastTheLease();
        assertThat(rig.state(id)).isEqualTo(JobState.READY);
        assertThat(rig.job(id).counts().crashes()).isZero();
    }

    // jobrunr/jobrunr#1496: one job that could not be moved stopped the server's maintenance.
    @Test
    void a_row_that_makes_no_sense_ends_for_its_own_reason_and_the_others_are_reclaimed() {
        UUID bad = rig.enqueue("x");
        UUID good = rig.enqueue("x");
        strangerClaims(2);
        rig.store.onLapsed = page -> page.stream()
                .map(lapsed -> lapsed.id().equals(bad) ? with(lapsed, lapsed.epoch(), null) : lapsed)
                .toList();
        sweepOncePastTheLease();
        assertThat(rig.state(bad)).isEqualTo(JobState.CRASHED);
        assertThat(rig.state(good)).isEqualTo(JobState.SCHEDULED);
    }

    @Test
    void finished_jobs_are_deleted_once_they_were_kept_long_enough() {
        rig.start(rig.worker().retention(Duration.ofMinutes(10)).handle(TYPE, (payload, job) -> Ending.done()));
        UUID id = rig.enqueue("x");
        rig.awaitState(id, JobState.SUCCEEDED);
        rig.advance(Duration.ofMinutes(9));
        assertThat(rig.client.find(id)).isPresent();
        rig.advance(Duration.ofMinutes(3));
        assertThat(rig.client.find(id)).isEmpty();
    }

    @Test
    void a_worker_that_keeps_for_ever_deletes_nothing() {
        rig.start(rig.worker().keepForever().handle(TYPE, (payload, job) -> Ending.done()));
        rig.advance(Duration.ofDays(1));
        assertThat(rig.store.prunes).isEmpty();
    }

    /** Sweeps come every 5 s; the lease began a second before the first and ends a second before the thirteenth. */
    private void sweepOncePastTheLease() {
        rig.advance(Duration.ofSeconds(1));
        rig.start(rig.worker().handle(OTHER, (payload, job) -> Ending.done()));
        rig.advance(Duration.ofSeconds(60));
    }

    private List<Claimed> strangerClaims(int jobs) {
        return rig.stranger().claim(List.of(new Lane("default", TYPE.name(), null)), jobs, Duration.ofSeconds(60));
    }

    private static Lapsed ofAnotherClaim(Lapsed lapsed) {
        return with(lapsed, lapsed.epoch() + 1, lapsed.kind());
    }

    private static Lapsed with(Lapsed lapsed, int epoch, @Nullable RetryKind kind) {
        return new Lapsed(
                lapsed.id(),
                lapsed.type(),
                lapsed.worker(),
                epoch,
                lapsed.attempt(),
                lapsed.maxAttempts(),
                kind,
                lapsed.policy(),
                lapsed.isPoison());
    }
}
