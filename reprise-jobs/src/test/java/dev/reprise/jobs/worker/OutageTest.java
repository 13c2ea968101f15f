package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageTest {
    private final Rig rig = new Rig();
    private final CountDownLatch started = new CountDownLatch(1);

    @AfterEach
    void close() {
        rig.close();
    }

    // jobrunr/jobrunr#784, #82: 40 s without the database stopped the server for good; oban-bg/oban#821: every loop.
    @Test
    void no_loop_dies_of_an_outage() {
        RunningWorker worker = rig.start((payload, job) -> Ending.done());
        Await.until("the slots are free", () -> worker.status().freeSlots() == 2);
        rig.store.isDown = true;
        rig.advance(Duration.ofMinutes(10));
        rig.store.isDown = false;
        rig.store.calls.clear();
        rig.advance(Duration.ofMinutes(2));
        assertThat(rig.store.calls).contains("claim", "beat", "promote", "expire", "lapsed", "prune");
        rig.awaitState(rig.enqueue("x"), JobState.SUCCEEDED);
    }

    @Test
    void an_outage_is_met_with_growing_pauses() {
        RunningWorker worker = rig.start((payload, job) -> Ending.done());
        Await.until("the slots are free", () -> worker.status().freeSlots() == 2);
        rig.store.isDown = true;
        rig.advance(Duration.ofSeconds(10));
        rig.store.calls.clear();
        rig.advance(Duration.ofMinutes(1));
        assertThat(rig.store.calls.stream().filter("claim"::equals).count()).isBetween(10L, 16L);
    }

    // jobrunr/jobrunr#1264: jobs stayed in processing for ever after a failed completion.
    @Test
    void an_ending_that_could_not_be_written_is_written_when_the_store_is_back() throws Exception {
        CountDownLatch gate = rig.gate();
        rig.start((payload, job) -> {
            started.countDown();
            gate.await();
            return Ending.done();
        });
        UUID id = rig.enqueue("x");
        started.await();
        rig.store.isDown = true;
        gate.countDown();
        Await.until("the ending was tried", () -> !rig.store.ends.isEmpty());
        rig.advance(Duration.ofSeconds(30));
        rig.store.isDown = false;
        Await.until("the ending is written", () -> {
            rig.advance(Duration.ofSeconds(1));
            return rig.state(id) == JobState.SUCCEEDED;
        });
    }

    @Test
    void a_flush_whose_answer_was_lost_is_repeated_under_its_own_id_and_counts_as_applied() {
        AtomicInteger hooks = new AtomicInteger();
        RunningWorker worker =
                rig.start((payload, job) -> Ending.done(), on -> on.onSuccess((job, value) -> hooks.incrementAndGet()));
        rig.store.loseEndAnswers.set(1);
        UUID id = rig.enqueue("x");
        rig.awaitState(id, JobState.SUCCEEDED);
        Await.until("the hook ran", () -> {
            rig.advance(Duration.ofMillis(50));
            return hooks.get() == 1;
        });
        assertThat(worker.status().fencedOff()).isZero();
        assertThat(rig.store.ends.stream().map(SpyStore.EndCall::flush).distinct())
                .hasSize(1);
        assertThat(rig.store.ends).hasSizeGreaterThan(1);
    }

    @Test
    void an_ending_is_kept_however_long_the_outage_is_and_the_fence_decides() throws Exception {
        CountDownLatch gate = rig.gate();
        RunningWorker worker = rig.start((payload, job) -> {
            started.countDown();
            gate.await();
            return Ending.done();
        });
        UUID id = rig.enqueue("x");
        started.await();
        rig.store.isDown = true;
        gate.countDown();
        Await.until("the ending was tried", () -> !rig.store.ends.isEmpty());
        rig.advance(Duration.ofMinutes(10));
        assertThat(worker.status().unwritten()).isEqualTo(1);
        // Whether a sweep or the ending is first is open; the ending is never dropped unasked.
        rig.store.isDown = false;
        Await.until("the ending has its verdict", () -> {
            rig.advance(Duration.ofMillis(100));
            return worker.status().unwritten() == 0;
        });
        assertThat(worker.status().fencedOff() == 1 || rig.state(id) == JobState.SUCCEEDED)
                .isTrue();
    }

    @Test
    void a_batch_that_is_refused_is_written_one_by_one() {
        rig.start((payload, job) -> Ending.done());
        rig.store.refuseEnds.set(1);
        rig.awaitState(rig.enqueue("x"), JobState.SUCCEEDED);
    }

    @Test
    void a_row_of_a_refused_batch_keeps_the_flush_id_of_the_batch() {
        AtomicInteger hooks = new AtomicInteger();
        RunningWorker worker =
                rig.start((payload, job) -> Ending.done(), on -> on.onSuccess((job, value) -> hooks.incrementAndGet()));
        rig.store.refuseEnds.set(1);
        rig.store.loseEndAnswers.set(1);
        UUID id = rig.enqueue("x");
        Await.until("the hook ran", () -> {
            rig.advance(Duration.ofMillis(50));
            return hooks.get() == 1;
        });
        assertThat(rig.state(id)).isEqualTo(JobState.SUCCEEDED);
        assertThat(rig.store.ends).hasSize(3);
        assertThat(rig.store.ends.stream().map(SpyStore.EndCall::flush).distinct())
                .hasSize(1);
        assertThat(worker.status().fencedOff()).isZero();
    }

    @Test
    void an_ending_that_the_store_can_write_in_no_form_is_dropped_and_its_lease_lapses() {
        AtomicInteger hooks = new AtomicInteger();
        RunningWorker worker = rig.start(
                (payload, job) -> Ending.done(),
                on -> on.onSuccess((job, value) -> hooks.incrementAndGet())
                        .onExhausted((job, failure) -> hooks.incrementAndGet()));
        Await.until("the slots are free", () -> worker.status().freeSlots() == 2);
        rig.store.refuseRows = true;
        UUID id = rig.enqueue("x");
        Await.until(
                "refused",
                () -> worker.status().refused() == 1 && worker.status().unwritten() == 0);
        assertThat(rig.store.ends).hasSize(1);
        assertThat(rig.state(id)).isEqualTo(JobState.RUNNING);
        rig.store.refuseRows = false;
        rig.advance(Duration.ofSeconds(55));
        assertThat(rig.job(id).counts().crashes()).isZero();
        assertThat(hooks).hasValue(0);
        rig.advance(Duration.ofSeconds(30));
        Await.until("reclaimed", () -> rig.job(id).counts().crashes() == 1);
    }

    @Test
    void an_ending_that_came_too_late_changes_nothing_and_fires_no_hook() throws Exception {
        List<Object> told = new CopyOnWriteArrayList<>();
        CountDownLatch gate = rig.gate();
        RunningWorker worker = rig.start(
                (payload, job) -> {
                    if (job.epoch() == 1) {
                        started.countDown();
                        Rig.stubbornly(gate);
                    }
                    return Ending.done(job.epoch());
                },
                on -> on.onSuccess((job, value) -> told.add(String.valueOf(value))));
        UUID id = rig.enqueue("x");
        started.await();
        // The store's clock runs ahead, as after a pause of this process that it does not notice.
        rig.store.reclaimNow(id);
        Await.until("reclaimed", () -> rig.job(id).counts().crashes() == 1);
        gate.countDown();
        Await.until("fenced off", () -> worker.status().fencedOff() == 1);
        Await.until("the hook of a later claim ran", () -> {
            rig.advance(Duration.ofMillis(100));
            return !told.isEmpty();
        });
        assertThat(told).hasSize(1).doesNotContain("1");
        assertThat(rig.state(id)).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    void a_claim_whose_answer_was_lost_is_handed_back_refunded_and_runs() {
        rig.start((payload, job) -> Ending.done());
        rig.store.loseClaimAnswers.set(1);
        UUID id = rig.enqueue("x");
        rig.awaitState(id, JobState.RUNNING);
        Await.until("done", () -> {
            rig.advance(Duration.ofSeconds(1));
            return rig.state(id) == JobState.SUCCEEDED;
        });
        assertThat(rig.job(id).counts().attempt()).isEqualTo(1);
        assertThat(rig.job(id).counts().epoch()).isEqualTo(2);
        assertThat(kinds()).contains(Kind.HAND_BACK);
    }

    @Test
    void a_claim_that_is_still_on_its_way_is_no_stray() throws Exception {
        CountDownLatch answer = rig.gate();
        rig.store.delayClaim = answer;
        rig.start((payload, job) -> Ending.done());
        UUID id = rig.enqueue("x");
        rig.awaitState(id, JobState.RUNNING);
        rig.advance(Duration.ofSeconds(30));
        assertThat(kinds()).isEmpty();
        answer.countDown();
        rig.awaitState(id, JobState.SUCCEEDED);
        assertThat(rig.job(id).counts().epoch()).isEqualTo(1);
    }

    private Set<Kind> kinds() {
        return rig.store.ends.stream()
                .map(SpyStore.EndCall::endings)
                .flatMap(List::stream)
                .map(ending -> ending.kind())
                .collect(Collectors.toSet());
    }
}
