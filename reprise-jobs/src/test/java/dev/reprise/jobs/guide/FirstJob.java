package dev.reprise.jobs.guide;

// snippet: first
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;

public class FirstJob {
    record Greeting(String name) {}

    static final RetryPolicy POLICY =
            RetryPolicy.attempts(5).backoff("constant 250ms").minDelay(Duration.ofMillis(100));
    static final JobType<Greeting> GREET = JobType.of("greet", Greeting.class, POLICY);

    public static void main(String[] args) throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            DataSource dataSource = postgres.dataSource(); // in production: your pool
            Migrations.on(dataSource).run(); // makes the schema "reprise", once

            JobClient jobs = JobClient.on(dataSource);
            var id = jobs.enqueue(GREET, new Greeting("Ada")).id();

            CountDownLatch greeted = new CountDownLatch(1);
            Worker worker = Worker.on(dataSource)
                    .handle(
                            GREET,
                            (greeting, job) -> {
                                if (job.attempt() < 3) {
                                    System.out.println("attempt " + job.attempt() + " fails");
                                    throw new IOException("the line is down");
                                }
                                System.out.println("Hello, " + greeting.name() + "!");
                                return Ending.done("greeted");
                            },
                            on -> on.onSuccess((job, value) -> greeted.countDown()))
                    .concurrency(4);
            RunningWorker running = worker.start();
            greeted.await();
            running.close(); // waits for what runs, hands back what does not

            jobs.history(id).forEach(attempt -> System.out.println(attempt.explanation()));
            System.out.println(jobs.counts().get(JobState.SUCCEEDED) + " job succeeded");
        }
    }
}
// end snippet
