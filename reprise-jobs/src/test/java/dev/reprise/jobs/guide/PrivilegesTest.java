package dev.reprise.jobs.guide;

import static java.time.Duration.ZERO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.jobs.store.RedriveResult;
import dev.reprise.jobs.store.StoreException;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import dev.reprise.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.ds.PGSimpleDataSource;

/** The grants that the guide shows are enough for the roles that it names; what only enqueues can do no more. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrivilegesTest {
    private static final JobType<String> NOTE = JobType.of("note", String.class);

    private final EmbeddedPostgres postgres = EmbeddedPostgres.start();
    private final DataSource admin = postgres.dataSource();
    private final JobClient web = JobClient.on(as("shop_web"));
    private final JobClient desk = JobClient.on(as("shop_worker"));

    @BeforeAll
    void set_up_as_the_guide_says() throws Exception {
        for (String role : new String[] {"shop_owner", "shop_web", "shop_worker"}) {
            execute("create role " + role + " login password 'secret'");
        }
        execute("create schema reprise authorization shop_owner");
        execute("revoke temporary on database postgres from public");
        Migrations.on(as("shop_owner")).run();
        execute(Guide.blockBelow("<!-- grants -->"));
    }

    @AfterAll
    void stop() {
        postgres.close();
    }

    @Test
    void a_client_that_enqueues_may_do_that_alone() {
        UUID id = web.enqueue(NOTE, "a").id();
        assertThat(web.enqueue(NOTE, "b", o -> o.key("k").idempotencyKey("r")).existed())
                .isFalse();
        assertThat(web.enqueue(NOTE, "b", o -> o.key("k")).existed()).isTrue();
        assertThat(web.copy(Stream.of(JobRequest.of(NOTE, "c")))).isEqualTo(1);
        web.wake();

        assertThatThrownBy(() -> web.find(id)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> web.cancel(id)).isInstanceOf(StoreException.class);
    }

    @Test
    void a_copy_of_jobs_with_keys_needs_temporary_tables() throws SQLException {
        JobRequest<String> keyed = JobRequest.of(NOTE, "d", o -> o.key("copied"));
        assertThatThrownBy(() -> web.copy(Stream.of(keyed)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("temporary tables");

        execute("grant temporary on database postgres to shop_web");
        assertThat(web.copy(Stream.of(keyed))).isEqualTo(1);
        execute("revoke temporary on database postgres from shop_web");
    }

    @Test
    void a_worker_runs_and_a_desk_looks_and_mends() throws Exception {
        UUID id = desk.enqueue(NOTE, "e", o -> o.key("mended").queue("desk")).id();
        assertThat(desk.pause("desk")).isTrue();
        assertThat(desk.resume("desk")).isTrue();
        desk.cancel(id);
        assertThat(desk.redrive(id)).isInstanceOf(RedriveResult.Redriven.class);
        CountDownLatch ended = new CountDownLatch(1);
        Worker worker = Worker.on(as("shop_worker"))
                .queues("desk")
                .handle(
                        NOTE,
                        (note, job) -> {
                            job.enqueue(NOTE, "child", o -> o.queue("children"));
                            return Ending.done(note);
                        },
                        on -> on.onSuccess((job, value) -> ended.countDown()));
        try (RunningWorker running = worker.start()) {
            assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(running.status().fencedOff()).isZero();
        }

        assertThat(desk.find(id).orElseThrow().state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(desk.history(id)).hasSize(1);
        assertThat(desk.prune(ZERO)).isEqualTo(1);
        assertThatThrownBy(() -> Migrations.on(as("shop_worker")).run()).isInstanceOf(StoreException.class);
    }

    private DataSource as(String role) {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setServerNames(new String[] {"127.0.0.1"});
        dataSource.setPortNumbers(new int[] {postgres.port()});
        dataSource.setDatabaseName("postgres");
        dataSource.setUser(role);
        dataSource.setPassword("secret");
        return dataSource;
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = admin.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
