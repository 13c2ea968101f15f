package dev.reprise.bench.queue;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.jobs.postgres.PostgresJobStore;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.WorkerSession;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Our own, as its guide says, with 16 slots. */
final class RepriseQueue implements Contender, MeasuredClaims, MeasuredMemory, MeasuredWakeUps {
    private static final JobType<Integer> NO_OP = JobType.of("no-op", Integer.class);
    private static final JobType<Integer> WOKEN = JobType.of("woken", Integer.class);
    private static final int SLOTS = 16;
    private static final int BATCH = 1_000;
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final Sql sql = Sql.read("reprise.sql");
    private final LinkedBlockingQueue<Long> handled = new LinkedBlockingQueue<>();
    private final boolean copies;
    private @Nullable DataSource database = null;
    private int next = 1;

    /**
     * Makes it.
     *
     * @param copies whether it enqueues by COPY, or by statements of 1,000 jobs; the latter is measured at enqueueing only
     */
    RepriseQueue(boolean copies) {
        this.copies = copies;
    }

    @Override
    public String name() {
        return copies ? "reprise" : "reprise-batches";
    }

    @Override
    public String version() {
        return "";
    }

    @Override
    public String settings() {
        return copies
                ? "concurrency " + SLOTS + ", all else default, bulk enqueue with `copy`"
                : "bulk enqueue with `enqueueAll` of " + BATCH;
    }

    @Override
    public boolean drains() {
        return copies;
    }

    @Override
    public void prepare(DataSource target) throws SQLException {
        database = target;
        Migrations.on(target).run();
        Jdbc.execute(target, sql.get("empty"));
    }

    @Override
    public void enqueueBulk(int jobs) {
        JobClient client = JobClient.on(database());
        if (copies) {
            client.copy(IntStream.range(0, jobs).mapToObj(job -> JobRequest.of(NO_OP, next++)));
            return;
        }
        List<JobRequest<Integer>> batch = new ArrayList<>(BATCH);
        for (int left = jobs; left > 0; left--) {
            batch.add(JobRequest.of(NO_OP, next++));
            if (batch.size() == BATCH || left == 1) {
                client.enqueueAll(batch);
                batch.clear();
            }
        }
    }

    @Override
    public void drain(Progress progress) throws InterruptedException {
        Worker worker = Worker.on(new CountedStore(PostgresJobStore.on(database()), progress::ended).store())
                .handle(NO_OP, (number, job) -> Ending.done())
                .concurrency(SLOTS);
        RunningWorker running = worker.start();
        try {
            progress.await();
        } finally {
            running.close();
        }
    }

    @Override
    public long pending() throws SQLException {
        return Jdbc.count(database(), sql.get("pending"));
    }

    @Override
    public long[] claim(int batch, int times) {
        List<Lane> lanes = List.of(new Lane(JobType.DEFAULT_QUEUE, NO_OP.name(), null));
        long[] nanos = new long[times];
        try (WorkerSession session = PostgresJobStore.on(database()).openSession(UUID.randomUUID())) {
            for (int i = 0; i < times; i++) {
                long start = System.nanoTime();
                List<Claimed> claimed = session.claim(lanes, batch, LEASE);
                nanos[i] = System.nanoTime() - start;
                if (claimed.size() != batch) {
                    throw new IllegalStateException("claimed " + claimed.size() + " jobs instead of " + batch);
                }
                session.end(
                        UUID.randomUUID(),
                        claimed.stream().map(RepriseQueue::success).toList());
                enqueueBulk(batch);
            }
        }
        return nanos;
    }

    @Override
    public long[] wakeUps(int times) throws InterruptedException {
        Worker worker = Worker.on(database())
                .handle(WOKEN, (number, job) -> {
                    handled.add(System.nanoTime());
                    return Ending.done();
                })
                .concurrency(SLOTS);
        JobClient client = JobClient.on(database());
        try (RunningWorker running = worker.start()) {
            awaitHints(running);
            long[] nanos = new long[times];
            for (int i = 0; i < times; i++) {
                long start = System.nanoTime();
                client.enqueue(WOKEN, i);
                Long at = handled.poll(1, TimeUnit.MINUTES);
                nanos[i] = Objects.requireNonNull(at, "a job was not handled within a minute") - start;
            }
            return nanos;
        }
    }

    @Override
    public int wakeUpSamples() {
        return 200;
    }

    @Override
    public double heapPerClaimedJob(int jobs) throws InterruptedException {
        CountDownLatch open = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        Worker worker = Worker.on(database())
                .handle(NO_OP, (number, job) -> {
                    inside.incrementAndGet();
                    open.await();
                    return Ending.done();
                })
                .concurrency(jobs);
        try (RunningWorker running = worker.start()) {
            while (running.status().freeSlots() < jobs) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            long idle = liveHeap();
            enqueueBulk(jobs);
            while (inside.get() < jobs) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            double each = (liveHeap() - idle) / (double) jobs;
            open.countDown();
            return each;
        } finally {
            open.countDown();
        }
    }

    private static long liveHeap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** The connection that listens is up a moment after the start. */
    private static void awaitHints(RunningWorker running) throws InterruptedException {
        while (running.status().isPollingOnly()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static AttemptEnding success(Claimed claimed) {
        return AttemptEnding.bare(claimed.id(), claimed.epoch(), claimed.attempt(), Kind.SUCCEED, Duration.ZERO);
    }

    private DataSource database() {
        return Objects.requireNonNull(database, "database");
    }
}
