package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.TestClock;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.RedriveResult;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Through a real PgBouncer in transaction mode, with more clients than server connections. */
@SuppressWarnings("NullAway.Init") // JUnit sets them.
class PgBouncerTest {
    private static final JobType<Integer> WORK = JobType.of(
            "work", Integer.class, RetryPolicy.attempts(4).backoff("none").minDelay(Duration.ofMillis(10)));
    private static final JobType<Integer> LATER = JobType.of("later", Integer.class);

    private static EmbeddedPostgres server;
    private static PgBouncer bouncer;
    private static DataSource pooled;

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(PgBouncer.program().isPresent(), "PgBouncer is not installed (Debian: pgbouncer)");
        server = EmbeddedPostgres.start();
        bouncer = PgBouncer.before(server);
        pooled = bouncer.dataSource("postgres");
        Migrations.on(pooled).run();
    }

    @AfterAll
    static void stop() throws IOException {
        if (bouncer != null) {
            bouncer.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void everything_but_listening_works_and_the_worker_says_that_it_polls() throws Exception {
        JobClient jobs = JobClient.on(pooled).clock(TestClock.application());
        Worker worker = Worker.on(pooled)
                .clock(TestClock.application())
                .handle(WORK, (number, job) -> {
                    if (number % 3 == 0 && job.attempt() == 1) {
                        throw new IOException("the line is down");
                    }
                    return Ending.done(number);
                })
                .pollInterval(Duration.ofMillis(50))
                .concurrency(8);
        List<UUID> ids = new ArrayList<>();
        try (RunningWorker running = worker.start()) {
            ids.add(jobs.enqueue(WORK, 1, o -> o.key("one").idempotencyKey("request"))
                    .id());
            assertThat(jobs.enqueue(WORK, 1, o -> o.idempotencyKey("request")).id())
                    .isEqualTo(ids.get(0));
            jobs.enqueueAll(IntStream.range(0, 300)
                            .mapToObj(number -> JobRequest.of(WORK, number))
                            .toList())
                    .forEach(job -> ids.add(job.id()));
            jobs.copy(IntStream.range(0, 300).mapToObj(number -> JobRequest.of(WORK, number)));
            try (Connection connection = pooled.getConnection()) {
                // The caller's own begin and commit are the caller's: prepareThreshold=0 in the URL.
                connection.unwrap(PGConnection.class).setPrepareThreshold(0);
                connection.setAutoCommit(false);
                ids.add(jobs.in(connection).enqueue(WORK, 2).id());
                connection.commit();
            }
            Eventually.holds("all succeed", () -> jobs.counts().getOrDefault(JobState.SUCCEEDED, 0L) == 602);
            assertThat(running.status().isPollingOnly()).isTrue();
        }

        UUID failed = ids.get(1); // number 0: one failure, one success
        assertThat(jobs.history(failed)).hasSize(1);
        assertThat(jobs.redrive(failed)).isInstanceOf(RedriveResult.Redriven.class);
        assertThat(jobs.cancel(failed)).isEqualTo(new CancelResult.Cancelled());
        UUID later = jobs.enqueue(LATER, 1, o -> o.after(Duration.ofHours(1))).id();
        assertThat(jobs.cancel(later)).isEqualTo(new CancelResult.Cancelled());
        assertThat(jobs.pause("default")).isTrue();
        assertThat(jobs.resume("default")).isTrue();
        assertThat(jobs.prune(Duration.ZERO)).isEqualTo(603);
    }

    @Test
    void a_direct_connection_for_listening_brings_hints_back() throws Exception {
        PostgresJobStore store = PostgresJobStore.on(pooled).listenOn(server.dataSource());
        try (RunningWorker running = Worker.on(store)
                .clock(TestClock.application())
                .handle(LATER, (number, job) -> Ending.done())
                .start()) {
            Eventually.holds("hints come", () -> !running.status().isPollingOnly());
        }
    }
}
