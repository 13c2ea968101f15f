package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.TestClock;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkerOnPostgresTest {
    private static final JobType<Integer> TYPE =
            JobType.of("live.job", Integer.class, RetryPolicy.attempts(2).backoff("constant 1s"));

    private final LiveDatabase database = LiveDatabase.create();
    private final JobClient client = JobClient.on(database.dataSource()).clock(TestClock.application());
    private final Worker worker =
            Worker.on(database.dataSource()).clock(TestClock.application()).concurrency(4);

    @Test
    void every_job_runs_once_and_succeeds() throws Exception {
        client.copy(IntStream.range(0, 1_000).mapToObj(i -> JobRequest.of(TYPE, i)));
        Map<Integer, Integer> runs = new ConcurrentHashMap<>();
        try (RunningWorker running = worker.handle(TYPE, (number, job) -> {
                    runs.merge(number, 1, Integer::sum);
                    return Ending.done();
                })
                .start()) {
            Eventually.holds(
                    "all succeeded",
                    () -> Long.valueOf(1_000).equals(client.counts().get(JobState.SUCCEEDED)));
            assertThat(running.status().fencedOff()).isZero();
        }
        assertThat(runs)
                .hasSize(1_000)
                .allSatisfy((number, count) -> assertThat(count).isEqualTo(1));
    }

    @Test
    void a_failure_is_retried_when_it_is_due() throws Exception {
        UUID id = client.enqueue(TYPE, 1).id();
        try (RunningWorker running = worker.handle(TYPE, (number, job) -> {
                    if (job.attempt() == 1) {
                        throw new IOException("first");
                    }
                    return Ending.done(job.failures());
                })
                .start()) {
            Eventually.holds("succeeded", () -> client.find(id).orElseThrow().state() == JobState.SUCCEEDED);
            assertThat(running.status().fencedOff()).isZero();
        }
        assertThat(client.history(id)).hasSize(1);
    }

    @Test
    void a_cancel_reaches_a_running_handler_at_once() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        try (RunningWorker running = worker.heartbeat(Duration.ofMinutes(5))
                .lease(Duration.ofMinutes(15))
                .handle(TYPE, (number, job) -> {
                    job.onCancel(told::countDown);
                    started.countDown();
                    told.await();
                    return Ending.cancelled();
                })
                .start()) {
            UUID id = client.enqueue(TYPE, 1).id();
            started.await();
            Eventually.holds("hints come through", () -> !running.status().isPollingOnly());
            client.cancel(id);
            Eventually.holds("cancelled", () -> client.find(id).orElseThrow().state() == JobState.CANCELLED);
        }
    }
}
