package dev.reprise.bench.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.event.AbstractSchedulerListener;
import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.reprise.bench.Versions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** db-scheduler with its polling strategy lock-and-fetch. */
final class DbSchedulerQueue implements Contender, MeasuredWakeUps {
    private static final int ENQUEUE_BATCH = 1_000;

    private final Sql sql = Sql.read("db_scheduler.sql");
    private final LinkedBlockingQueue<Long> handled = new LinkedBlockingQueue<>();
    private final OneTimeTask<Void> noOp = Tasks.oneTime("no-op").execute((instance, context) -> {});
    private final OneTimeTask<Void> woken =
            Tasks.oneTime("woken").execute((instance, context) -> handled.add(System.nanoTime()));
    private @Nullable DataSource database = null;
    private final int threads;
    private final double lower;
    private final double upper;
    private long nextId = 1;

    /**
     * Makes it.
     *
     * @param threads that run jobs
     * @param lower how many claimed jobs are left, as a fraction of the threads, when it claims again
     * @param upper how many it claims, as a fraction of the threads
     */
    DbSchedulerQueue(int threads, double lower, double upper) {
        this.threads = threads;
        this.lower = lower;
        this.upper = upper;
    }

    @Override
    public String name() {
        return "db-scheduler";
    }

    @Override
    public String version() {
        return Versions.of(Scheduler.class);
    }

    @Override
    public String settings() {
        return "lock-and-fetch, lower limit " + lower + ", upper limit " + upper + ", " + threads
                + " threads, bulk enqueue with `scheduleBatch` of " + ENQUEUE_BATCH
                + ", wake-up with `enableImmediateExecution`";
    }

    @Override
    public void prepare(DataSource target) throws SQLException {
        database = target;
        Jdbc.execute(target, sql.get("schema"));
    }

    @Override
    public void enqueueBulk(int jobs) {
        SchedulerClient client =
                SchedulerClient.Builder.create(database(), noOp).build();
        Instant due = Instant.now();
        List<TaskInstance<?>> batch = new ArrayList<>(ENQUEUE_BATCH);
        for (int left = jobs; left > 0; left--) {
            batch.add(noOp.instance(Long.toString(nextId++)));
            if (batch.size() == ENQUEUE_BATCH || left == 1) {
                client.scheduleBatch(batch, due);
                batch.clear();
            }
        }
    }

    @Override
    public void drain(Progress progress) throws InterruptedException {
        Scheduler scheduler = builder()
                .addSchedulerListener(new AbstractSchedulerListener() {
                    @Override
                    public void onExecutionComplete(ExecutionComplete complete) {
                        if (complete.getResult() == ExecutionComplete.Result.OK) {
                            progress.ended(1);
                        } else {
                            progress.failed(complete.getCause().orElseGet(IllegalStateException::new));
                        }
                    }
                })
                .build();
        scheduler.start();
        try {
            progress.await();
        } finally {
            scheduler.stop();
        }
    }

    @Override
    public long pending() throws SQLException {
        return Jdbc.count(database(), sql.get("pending"));
    }

    @Override
    public long[] wakeUps(int times) throws InterruptedException {
        Scheduler scheduler = builder().enableImmediateExecution().build();
        scheduler.start();
        try {
            long[] nanos = new long[times];
            for (int i = 0; i < times; i++) {
                long start = System.nanoTime();
                scheduler.schedule(woken.instance(Long.toString(nextId++)), Instant.now());
                Long at = handled.poll(1, TimeUnit.MINUTES);
                nanos[i] = Objects.requireNonNull(at, "a job was not handled within a minute") - start;
            }
            return nanos;
        } finally {
            scheduler.stop();
        }
    }

    @Override
    public int wakeUpSamples() {
        return 200;
    }

    private SchedulerBuilder builder() {
        return Scheduler.create(database(), noOp, woken)
                .threads(threads)
                .pollingInterval(Duration.ofSeconds(1))
                .pollUsingLockAndFetch(lower, upper);
    }

    private DataSource database() {
        return Objects.requireNonNull(database, "database");
    }
}
