package dev.reprise.jobs.guide;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobHandler;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.memory.MemoryJobStore;
import dev.reprise.jobs.memory.TestQueue;
import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.jobs.store.RedriveResult;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import dev.reprise.jobs.worker.WorkerStatus;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@SuppressWarnings("NullAway") // What a snippet shows is not checked for what it leaves out.
class JobsGuideSnippetsTest {
    // snippet: type
    record Preview(int page) {}

    static final JobType<Preview> PREVIEW = JobType.of(
            "previews.fetch", Preview.class, RetryPolicy.parse("attempts=8 budget=2h exponential base=5s limit=30m"));
    // end snippet

    record Mail(String to) {}

    static final JobType<Mail> MAIL = JobType.of("mail.send", Mail.class);

    private final List<String> given = new ArrayList<>();

    @Test
    void a_test_drives_the_queue_by_hand() {
        // snippet: test
        TestQueue queue = TestQueue.create().handle(PREVIEW, (preview, job) -> {
            throw new IOException("the line is down");
        });
        UUID id = queue.enqueue(PREVIEW, new Preview(42)).id();

        assertThat(queue.runDue()).isEqualTo(1); // the first attempt fails
        assertThat(queue.untilNextAttempt(id)).isBetween(ofSeconds(4), ofSeconds(6)); // 5 s, 20 % jitter
        assertThat(queue.runDue()).isZero(); // nothing is due
        queue.advance(ofHours(3)).runDue();

        assertThat(queue.job(id).state()).isEqualTo(JobState.FAILED); // the deadline has passed
        assertThat(queue.enqueued(PREVIEW)).isEmpty();
        // end snippet
        assertThat(queue.job(id).outcome().reason()).isEqualTo("DEADLINE");
    }

    @Test
    void a_worker_binds_handlers_to_types() {
        DataSource dataSource = new PGSimpleDataSource();
        JobHandler<Preview> fetch = (preview, job) -> Ending.done();
        // snippet: handle
        Worker worker = Worker.on(dataSource)
                .handle(
                        PREVIEW,
                        fetch,
                        on -> on.classifier(RetryClassifiers.serverHints()).onExhausted((job, failure) -> giveUp(job)))
                .handle(MAIL, (mail, job) -> {
                    if (isUnknown(mail.to())) {
                        return Ending.exit("no such address");
                    }
                    if (mailServerIsFull()) {
                        return Ending.retryAfter(ofMinutes(10));
                    }
                    return Ending.done(send(mail));
                })
                .concurrency(16);
        // end snippet
        assertThat(worker).isNotNull();
    }

    @Test
    void children_follow_a_success() {
        TestQueue queue = TestQueue.create();
        JobHandler<Preview> handler =
                // snippet: children
                (preview, job) -> {
                    job.enqueue(MAIL, new Mail("editor@example.com"), o -> o.after(ofMinutes(5)));
                    return Ending.done();
                };
        // end snippet
        queue.handle(PREVIEW, handler).enqueue(PREVIEW, new Preview(1));
        queue.runDue();

        assertThat(queue.enqueued(MAIL))
                .singleElement()
                .satisfies(mail -> assertThat(queue.untilNextAttempt(mail.id())).isEqualTo(ofMinutes(5)));
    }

    @Test
    void an_order_and_its_mail_commit_together() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            DataSource dataSource = postgres.dataSource();
            Migrations.on(dataSource).run();
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create table orders (id int)");
            }
            JobClient jobs = JobClient.on(dataSource);
            int order = 7;
            // snippet: transaction
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                insertOrder(connection, order);
                jobs.in(connection).enqueue(MAIL, new Mail("ada@example.com"), o -> o.key("order-" + order));
                connection.commit();
            }
            jobs.wake();
            // end snippet
            assertThat(jobs.counts().get(JobState.READY)).isEqualTo(1);

            Enqueued mail = jobs.enqueue(MAIL, new Mail("ada@example.com"), o -> o.key("order-7"));
            assertThat(mail.existed()).isTrue();
            UUID id = mail.id();
            Worker.on(dataSource)
                    .handle(MAIL, (payload, job) -> Ending.exit("no such address"))
                    .runDue();
            // snippet: look
            Job job = jobs.find(id).orElseThrow(); // state, counts, due, lease, outcome
            List<AttemptRecord> attempts = jobs.history(id); // what was tried, and why it was decided so
            RedriveResult redriven = jobs.redrive(id); // once more: due now, at least one attempt
            jobs.cancel(id); // at once if it waits, by request if it runs
            jobs.pause("default"); // nothing is claimed from it any more
            jobs.resume("default");
            // end snippet
            assertThat(job.outcome().reason()).isEqualTo("no such address");
            assertThat(attempts).isEmpty();
            assertThat(redriven).isInstanceOf(RedriveResult.Redriven.class);
            assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.CANCELLED);

            // snippet: many
            List<Enqueued> some = jobs.enqueueAll(List.of(
                    JobRequest.of(PREVIEW, new Preview(1)),
                    JobRequest.of(MAIL, new Mail("bob@example.com"), o -> o.after(ofHours(1)))));

            long copied = jobs.copy(
                    IntStream.rangeClosed(1, 100_000).mapToObj(page -> JobRequest.of(PREVIEW, new Preview(page))));
            // end snippet
            assertThat(some).hasSize(2);
            assertThat(copied).isEqualTo(100_000);
        }
    }

    @Test
    void a_worker_tells_what_it_does() {
        MemoryJobStore store = MemoryJobStore.create();
        JobClient jobs = JobClient.on(store);
        Worker worker = Worker.on(store).handle(MAIL, (mail, job) -> Ending.done(send(mail)));
        jobs.enqueue(MAIL, new Mail("ada@example.com"));
        // snippet: watch
        int ran = worker.runDue(); // what is due, on this thread: to work a queue off and end
        try (RunningWorker running = worker.start()) {
            WorkerStatus status = running.status(); // for a gauge or a health check
            report(status.leakedThreads());
        }
        Map<JobState, Long> counts = jobs.counts(); // how many jobs are in each state
        int deleted = jobs.prune(ofDays(30)); // what ended longer ago; workers do so, too
        // end snippet
        assertThat(ran).isEqualTo(1);
        assertThat(counts).containsEntry(JobState.SUCCEEDED, 1L);
        assertThat(deleted).isZero();
        assertThat(given).containsExactly("leaked 0");
    }

    private void report(int leaked) {
        given.add("leaked " + leaked);
    }

    private void giveUp(Job job) {
        given.add(job.id().toString());
    }

    private static boolean isUnknown(String to) {
        return to.isEmpty();
    }

    private static boolean mailServerIsFull() {
        return false;
    }

    private static String send(Mail mail) {
        return mail.to();
    }

    private static void insertOrder(Connection connection, int order) throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("insert into orders values (?)")) {
            insert.setInt(1, order);
            insert.executeUpdate();
        }
    }
}
