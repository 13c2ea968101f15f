package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.OTHER;
import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.worker.SpyStore.ClaimCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClaimTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_worker_that_has_run_nothing_claims_no_more_than_it_has_slots() {
        CountDownLatch gate = rig.gate();
        for (int i = 0; i < 50; i++) {
            rig.enqueue("x");
        }
        AtomicInteger runs = new AtomicInteger();
        RunningWorker worker = rig.start(rig.worker().concurrency(7).handle(TYPE, (payload, job) -> {
            runs.incrementAndGet();
            gate.await();
            return Ending.done();
        }));
        Await.until("all slots are taken", () -> runs.get() == 7);
        assertThat(rig.store.counts().get(JobState.RUNNING)).isEqualTo(7);
        assertThat(worker.status().queued()).isZero();
    }

    @Test
    void no_claim_asks_for_more_than_100() {
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 300; i++) {
            rig.enqueue("x");
        }
        rig.start(rig.worker().concurrency(200).handle(TYPE, (payload, job) -> {
            runs.incrementAndGet();
            return Ending.done();
        }));
        Await.until("all ran", () -> runs.get() == 300);
        assertThat(rig.store.claims).extracting(ClaimCall::batch).allMatch(batch -> batch <= 100);
    }

    @Test
    void claims_go_on_from_the_last_job_and_start_over_after_one_that_fell_short() {
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 6; i++) {
            rig.enqueue("x");
        }
        // One slot, so that no two claims are on their way at once.
        rig.start(rig.worker().concurrency(1).handle(TYPE, (payload, job) -> {
            runs.incrementAndGet();
            return Ending.done();
        }));
        Await.until(
                "all ran",
                () -> runs.get() == 6
                        && rig.store.claims.get(rig.store.claims.size() - 1).got() == 0);
        List<ClaimCall> claims = rig.store.claims;
        for (int i = 1; i < claims.size(); i++) {
            ClaimCall before = claims.get(i - 1);
            boolean isMarked = claims.get(i).lanes().stream().anyMatch(lane -> lane.from() != null);
            assertThat(isMarked).isEqualTo(before.got() == before.batch());
        }
        assertThat(claims.stream().filter(claim -> claim.lanes().stream().anyMatch(lane -> lane.from() != null)))
                .isNotEmpty();
    }

    @Test
    void every_queue_and_type_has_its_lane() {
        rig.start(rig.worker()
                .queues("a", "b")
                .handle(TYPE, (payload, job) -> Ending.done())
                .handle(OTHER, (payload, job) -> Ending.done()));
        Await.until("a claim", () -> !rig.store.claims.isEmpty());
        assertThat(rig.store.claims.get(0).lanes())
                .containsExactlyInAnyOrder(
                        new Lane("a", TYPE.name(), null),
                        new Lane("a", OTHER.name(), null),
                        new Lane("b", TYPE.name(), null),
                        new Lane("b", OTHER.name(), null));
    }

    @Test
    void a_job_that_nobody_was_told_of_is_found_at_the_poll() {
        rig.start(rig.worker().pollInterval(Duration.ofSeconds(3)).handle(TYPE, (payload, job) -> Ending.done()));
        Await.until("the worker has looked", () -> !rig.store.claims.isEmpty());
        int claims = rig.store.claims.size();
        Await.until("it looks again by itself", () -> {
            rig.advance(Duration.ofSeconds(3));
            return rig.store.claims.size() > claims;
        });
    }

    @Test
    void a_job_that_no_slot_took_within_a_beat_is_handed_back_for_others() {
        CountDownLatch gate = rig.gate();
        for (int i = 0; i < 3; i++) {
            rig.enqueue("x");
        }
        rig.store.surplus = 2;
        RunningWorker worker = rig.start(rig.worker().concurrency(1).handle(TYPE, (payload, job) -> {
            gate.await();
            return Ending.done();
        }));
        Await.until(
                "one runs and two wait",
                () -> worker.status().running() == 1 && worker.status().queued() == 2);
        rig.store.surplus = 0;
        rig.advance(Duration.ofSeconds(30));
        Await.until(
                "two are back", () -> Long.valueOf(2).equals(rig.store.counts().get(JobState.READY)));
        assertThat(worker.status().queued()).isZero();
    }

    @Test
    void a_job_that_was_cancelled_before_a_slot_took_it_does_not_start() throws Exception {
        CountDownLatch gate = rig.gate();
        AtomicInteger runs = new AtomicInteger();
        AtomicReference<String> first = new AtomicReference<>("");
        for (int i = 0; i < 3; i++) {
            rig.enqueue("x");
        }
        rig.store.surplus = 2;
        RunningWorker worker = rig.start(rig.worker().concurrency(1).handle(TYPE, (payload, job) -> {
            first.set(job.id().toString());
            runs.incrementAndGet();
            gate.await();
            return Ending.done();
        }));
        Await.until(
                "one runs and two wait",
                () -> runs.get() == 1 && worker.status().queued() == 2);
        rig.store.claimedIds.stream()
                .filter(id -> !id.toString().equals(first.get()))
                .forEach(rig.client::cancel);
        // A beat that began after the cancels is over once another begins. It comes by a hint, on a thread of the
        // store's.
        int beats = rig.store.beats.size();
        Await.until("a beat has delivered the cancels", () -> {
            rig.store.claimedIds.stream()
                    .filter(id -> !id.toString().equals(first.get()))
                    .forEach(rig.client::cancel);
            return rig.store.beats.size() >= beats + 2;
        });
        gate.countDown();
        Await.until(
                "the others are cancelled",
                () -> Long.valueOf(2).equals(rig.store.counts().get(JobState.CANCELLED)));
        assertThat(runs).hasValue(1);
    }
}
