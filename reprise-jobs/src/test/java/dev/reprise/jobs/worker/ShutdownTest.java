package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.TestClock;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ShutdownTest {
    private final Rig rig = new Rig();
    private final CountDownLatch started = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_handler_may_finish_within_the_grace_and_its_ending_is_written() throws Exception {
        CountDownLatch gate = rig.gate();
        RunningWorker worker = startWaiting(gate);
        UUID id = rig.enqueue("x");
        started.await();
        Thread closing = Rig.closing(worker);
        rig.advance(Duration.ofSeconds(19));
        assertThat(interrupted).isFalse();
        gate.countDown();
        closing.join();
        assertThat(rig.state(id)).isEqualTo(JobState.SUCCEEDED);
    }

    // riverqueue/river#1290 and sidekiq/sidekiq#6379: a deploy counted as a failure.
    @Test
    void a_handler_that_does_not_finish_is_interrupted_and_that_is_no_failure_and_never_the_last_attempt()
            throws Exception {
        RunningWorker worker = startWaiting(rig.gate());
        UUID id = rig.enqueue("x", o -> o.policy(RetryPolicy.attempts(1)));
        started.await();
        Thread closing = Rig.closing(worker);
        awaitStopping(worker);
        rig.advance(Duration.ofSeconds(25));
        closing.join();
        assertThat(interrupted).isTrue();
        assertThat(rig.state(id)).isEqualTo(JobState.SCHEDULED);
        assertThat(rig.job(id).counts().failures()).isZero();
        assertThat(rig.job(id).counts().maxAttempts()).isEqualTo(2);
        assertThat(rig.client.history(id))
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.how()).isEqualTo(AttemptRecord.How.INTERRUPTED));
    }

    // kagkarlsson/db-scheduler#558: the interrupt broke the write of the completion, and the heartbeat stopped first.
    @Test
    void the_heartbeat_goes_on_until_the_endings_are_written() throws Exception {
        CountDownLatch gate = rig.gate();
        RunningWorker worker = startWaiting(gate);
        UUID id = rig.enqueue("x");
        started.await();
        Thread closing = Rig.closing(worker);
        awaitStopping(worker);
        rig.store.beats.clear();
        rig.advance(Duration.ofSeconds(15));
        assertThat(rig.store.beats).isNotEmpty();
        gate.countDown();
        closing.join();
        assertThat(rig.state(id)).isEqualTo(JobState.SUCCEEDED);
        assertThat(rig.store.calls.indexOf("close")).isGreaterThan(rig.store.calls.lastIndexOf("end"));
    }

    @Test
    void a_handler_that_will_not_stop_is_given_up_at_the_end_of_the_grace() throws Exception {
        CountDownLatch gate = rig.gate();
        RunningWorker worker = rig.start((payload, job) -> {
            started.countDown();
            Rig.stubbornly(gate);
            return Ending.done();
        });
        UUID id = rig.enqueue("x");
        started.await();
        Thread closing = Rig.closing(worker);
        awaitStopping(worker);
        rig.advance(Duration.ofSeconds(30));
        closing.join();
        assertThat(worker.status().leakedThreads()).isEqualTo(1);
        assertThat(rig.state(id)).isEqualTo(JobState.SCHEDULED);
        assertThat(Duration.between(rig.time.manual().instant(), rig.job(id).dueAt()))
                .isEqualTo(Duration.ofSeconds(60));
    }

    // riverqueue/river#1290: jobs that were claimed and not started were spent by a deploy.
    @Test
    void what_was_claimed_and_not_started_goes_back_refunded() throws Exception {
        CountDownLatch gate = rig.gate();
        RunningWorker worker = startWaiting(gate);
        List<UUID> ids = new ArrayList<>();
        ids.add(rig.enqueue("x"));
        started.await();
        rig.client.pause("default");
        rig.store.surplus = 3;
        int claims = rig.store.claims.size();
        Await.until("claims know of the surplus", () -> {
            rig.client.wake();
            return rig.store.claims.size() >= claims + 2;
        });
        for (int i = 0; i < 6; i++) {
            ids.add(rig.enqueue("x"));
        }
        rig.client.resume("default");
        Await.until(
                "more is claimed than there are slots",
                () -> worker.status().running() == 2 && worker.status().queued() > 0);
        Thread closing = Rig.closing(worker);
        Await.until(
                "what waited is handed back",
                () -> ids.stream()
                                .filter(id -> rig.state(id) == JobState.RUNNING)
                                .count()
                        == 2);
        gate.countDown();
        closing.join();
        assertThat(ids.stream().filter(id -> rig.state(id) == JobState.READY))
                .isNotEmpty()
                .allSatisfy(id -> assertThat(rig.job(id).counts().attempt()).isZero());
    }

    @Test
    void a_second_close_shortens_the_first() throws Exception {
        RunningWorker worker = startWaiting(rig.gate());
        UUID id = rig.enqueue("x");
        started.await();
        Thread first = Rig.closing(worker);
        awaitStopping(worker);
        Thread second = Rig.closing(worker);
        first.join();
        second.join();
        assertThat(interrupted).isTrue();
        assertThat(rig.state(id)).isEqualTo(JobState.SCHEDULED);
    }

    @Test
    void an_interrupt_of_the_closing_thread_shortens_it_and_is_kept() throws Exception {
        RunningWorker worker = startWaiting(rig.gate());
        UUID id = rig.enqueue("x");
        started.await();
        AtomicBoolean kept = new AtomicBoolean();
        Thread closing = new Thread(
                () -> {
                    worker.close();
                    kept.set(Thread.currentThread().isInterrupted());
                },
                "test-close");
        closing.start();
        awaitStopping(worker);
        closing.interrupt();
        closing.join();
        assertThat(kept).isTrue();
        assertThat(rig.state(id)).isEqualTo(JobState.SCHEDULED);
    }

    @Test
    void await_returns_when_the_worker_is_closed() throws Exception {
        RunningWorker worker = rig.start((payload, job) -> Ending.done());
        Rig.closing(worker);
        worker.await();
        assertThat(rig.store.calls).contains("close");
    }

    @Test
    void an_outage_does_not_keep_a_worker_from_closing() throws Exception {
        CountDownLatch gate = rig.gate();
        RunningWorker worker = startWaiting(gate);
        rig.enqueue("x");
        started.await();
        rig.store.isDown = true;
        gate.countDown();
        Await.until("the ending was tried", () -> !rig.store.ends.isEmpty());
        Thread closing = Rig.closing(worker);
        Await.until("closed", () -> {
            rig.advance(Duration.ofSeconds(1));
            return !closing.isAlive();
        });
        assertThat(rig.time.manual().instant()).isBefore(Instant.parse("2000-01-01T00:02:00Z"));
    }

    @Test
    void a_real_worker_may_be_closed_again_and_shut_down_after_that() throws Exception {
        RunningWorker worker = Worker.on(rig.store)
                .clock(TestClock.application())
                .handle(TYPE, (payload, job) -> Ending.done())
                .start();
        worker.close();
        worker.close();
        worker.shutdownNow();
        worker.await();
        SystemTime time = new SystemTime(LoopThreads.named("test-timer", true));
        time.close();
        time.schedule(() -> {}, 1).cancel();
    }

    @Test
    void no_thread_of_a_real_worker_is_left() {
        RunningWorker worker = Worker.on(rig.store)
                .clock(TestClock.application())
                .handle(TYPE, (payload, job) -> Ending.done())
                .start();
        worker.close();
        Await.until(
                "no thread is left",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("reprise-")
                                && !thread.getName().startsWith("reprise-hook")
                                && !thread.getName().startsWith("reprise-aside")));
    }

    private void awaitStopping(RunningWorker worker) {
        Await.until(
                "the worker stops",
                () -> worker.status().freeSlots() == 0 && worker.status().running() == 1);
    }

    private RunningWorker startWaiting(CountDownLatch gate) {
        return rig.start((payload, job) -> {
            started.countDown();
            try {
                gate.await();
            } catch (InterruptedException stop) {
                interrupted.set(true);
                throw stop;
            }
            return Ending.done();
        });
    }
}
