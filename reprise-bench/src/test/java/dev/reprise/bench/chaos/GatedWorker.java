package dev.reprise.bench.chaos;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobContext;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.postgres.PostgresJobStore;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A worker whose handlers wait at a gate, a file named after job and epoch, and then do what the file says. What happens is told in a
 * file, too: the database may be down. Arguments: JDBC URL, folder, the worker's name, milliseconds of a lease, names of types.
 */
final class GatedWorker {
    static final String EVENTS = "events";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration BEAT = Duration.ofSeconds(1);
    private static final int CONCURRENCY = 16;

    private final Path folder;
    private final String name;

    private GatedWorker(Path folder, String name) {
        this.folder = folder;
        this.name = name;
    }

    public static void main(String[] arguments) {
        WorkerProcess.endWithParent();
        PGSimpleDataSource source = ChaosWorker.source(arguments[0]);
        GatedWorker gated = new GatedWorker(Path.of(arguments[1]), arguments[2]);
        Worker worker = Worker.on(PostgresJobStore.on(source))
                .concurrency(CONCURRENCY)
                .lease(Duration.ofMillis(Long.parseLong(arguments[3])))
                .heartbeat(BEAT);
        for (int i = 4; i < arguments.length; i++) {
            worker = worker.handle(
                    type(arguments[i]),
                    gated::run,
                    on -> on.onSuccess((job, value) -> gated.tell("succeeded "
                            + gated.describe(job.id().toString(), job.counts().epoch()))));
        }
        RunningWorker running = worker.start();
        Runtime.getRuntime().addShutdownHook(new Thread(running::close, "close-worker"));
    }

    static JobType<String> type(String name) {
        return JobType.of(name, String.class, RetryPolicy.attempts(5).backoff("constant 200ms"));
    }

    static Path gate(Path folder, String job, int epoch) {
        return folder.resolve("gate-" + job + "-" + epoch);
    }

    private Ending run(String payload, JobContext job) throws Exception {
        String me = describe(job.id().toString(), job.epoch());
        tell("began " + me + " attempt " + job.attempt());
        job.onCancel(() -> tell("asked to stop " + me));
        Path gate = gate(folder, job.id().toString(), job.epoch());
        boolean open = false;
        while (!open) {
            try {
                Await.until("the gate " + gate, PATIENCE, () -> Files.exists(gate));
                open = true;
            } catch (InterruptedException e) {
                tell("interrupted " + me);
            }
        }
        tell("returned " + me);
        String what = Files.readString(gate);
        return switch (what) {
            case "succeed" -> Ending.done(payload);
            case "exit" -> Ending.exit("as the gate said");
            case "snooze" -> Ending.snooze(Duration.ofMillis(100));
            case "retry after" -> Ending.retryAfter(Duration.ofMillis(100));
            case "retry after refunded" ->
                Ending.retryAfter(Duration.ofMillis(100)).refunded();
            case "cancelled" -> Ending.cancelled();
            default -> throw new IllegalStateException(what);
        };
    }

    private String describe(String job, int epoch) {
        return job + " epoch " + epoch + " by " + name;
    }

    private void tell(String event) {
        try {
            Files.writeString(
                    folder.resolve(EVENTS), event + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
