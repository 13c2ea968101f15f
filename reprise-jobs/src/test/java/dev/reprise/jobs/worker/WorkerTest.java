package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.memory.MemoryJobStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WorkerTest {
    private final MemoryJobStore store = MemoryJobStore.create();
    private final Worker worker = Worker.on(store).handle(TYPE, (payload, job) -> Ending.done());

    @Test
    void a_second_handler_for_one_type_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> worker.handle(TYPE, (payload, job) -> Ending.done()))
                .withMessageContaining("test.job");
    }

    @Test
    void a_worker_without_a_handler_does_not_start() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Worker.on(store).start())
                .withMessageContaining("handle");
    }

    @Test
    void a_lease_of_less_than_three_heartbeats_is_refused_with_both_names() {
        assertThatIllegalStateException()
                .isThrownBy(() -> worker.lease(Duration.ofSeconds(29)).start())
                .withMessageContainingAll("lease PT29S", "heartbeat PT10S");
    }

    @Test
    void a_setting_out_of_its_range_is_refused_with_its_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> worker.concurrency(0))
                .withMessageContaining("concurrency: 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> worker.pollInterval(Duration.ofMillis(9)))
                .withMessageContaining("pollInterval");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> worker.shutdownGrace(Duration.ofSeconds(-1)))
                .withMessageContaining("shutdownGrace");
        assertThatIllegalArgumentException().isThrownBy(worker::queues).withMessageContaining("queues");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HandlerOptions.DEFAULTS.timeout(Duration.ZERO))
                .withMessageContaining("timeout");
    }

    @Test
    void a_changed_copy_leaves_the_worker_as_it_was() {
        assertThat(worker.concurrency(3)).isNotSameAs(worker);
        Worker bare = Worker.on(store);
        bare.handle(TYPE, (payload, job) -> Ending.done());
        assertThatIllegalStateException().isThrownBy(bare::start);
    }

    @Test
    void a_worker_runs_on_real_time_and_threads() {
        try (RunningWorker running = worker.start()) {
            UUID id = JobClient.on(store).enqueue(TYPE, "x").id();
            Await.until("done", () -> store.find(id).orElseThrow().state() == JobState.SUCCEEDED);
            assertThat(running.status().isPollingOnly()).isFalse();
        }
    }

    // procrastinate-org/procrastinate#1518: a restarted worker hid the orphans of the one before.
    @Test
    void every_start_of_a_worker_is_an_incarnation_of_its_own() {
        try (Rig rig = new Rig()) {
            Worker same = rig.worker().handle(TYPE, (payload, job) -> Ending.done());
            rig.start(same);
            rig.start(same);
            assertThat(rig.store.sessions).hasSize(2);
        }
    }

    @Test
    void a_worker_runs_on_virtual_threads_where_there_are_any() {
        boolean hasVirtual = Runtime.version().feature() >= 21;
        Worker virtual = Worker.on(store)
                .virtualThreads()
                .handle(
                        TYPE,
                        (payload, job) ->
                                Ending.done(Thread.currentThread().getClass().getName()));
        try (RunningWorker running = virtual.start()) {
            UUID id = JobClient.on(store).enqueue(TYPE, "x").id();
            Await.until(
                    "done",
                    () -> running.status().unwritten() == 0
                            && store.find(id).orElseThrow().state() == JobState.SUCCEEDED);
            byte[] result = Objects.requireNonNull(store.find(id).orElseThrow().outcome())
                    .result();
            assertThat(new String(result, StandardCharsets.UTF_8).contains("Virtual"))
                    .isEqualTo(hasVirtual);
        }
    }
}
