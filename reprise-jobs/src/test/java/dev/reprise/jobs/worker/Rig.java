package dev.reprise.jobs.worker;

import dev.reprise.jobs.EnqueueOptions;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobHandler;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.TestClock;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.memory.MemoryJobStore;
import dev.reprise.jobs.store.WorkerSession;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A worker on a store in memory, both on one manual time. Loops run on whatever thread wakes them, handlers on threads of their own.
 */
final class Rig implements AutoCloseable {
    static final JobType<String> TYPE = JobType.of("test.job", String.class, RetryPolicy.defaults());
    static final JobType<String> OTHER = JobType.of("test.other", String.class, RetryPolicy.defaults());

    final TestTime time = new TestTime();
    private volatile Duration storeIsAhead = Duration.ZERO;
    final SpyStore store =
            new SpyStore(MemoryJobStore.on(() -> time.manual().instant().plus(storeIsAhead)), this::whileAhead);
    final JobClient client = JobClient.on(store).clock(TestClock.application());
    private final List<RunningWorker> running = new ArrayList<>();
    private final List<CountDownLatch> gates = new ArrayList<>();

    Worker worker() {
        return Worker.on(store).clock(TestClock.application()).concurrency(2);
    }

    RunningWorker start(Worker worker) {
        RunningWorker started = worker.start(time, new InlineLoops(), () -> Long.MIN_VALUE);
        running.add(started);
        return started;
    }

    RunningWorker start(JobHandler<String> handler) {
        return start(handler, UnaryOperator.identity());
    }

    RunningWorker start(JobHandler<String> handler, UnaryOperator<HandlerOptions> options) {
        return start(worker().handle(TYPE, handler, options));
    }

    UUID enqueue(String payload) {
        return client.enqueue(TYPE, payload).id();
    }

    UUID enqueue(String payload, UnaryOperator<EnqueueOptions> options) {
        return client.enqueue(TYPE, payload, options).id();
    }

    Job job(UUID id) {
        return store.find(id).orElseThrow();
    }

    JobState state(UUID id) {
        return job(id).state();
    }

    void awaitState(UUID id, JobState state) {
        Await.until("job " + id + " is " + state, () -> state(id) == state);
    }

    void advance(Duration by) {
        time.advance(by);
    }

    private void whileAhead(Runnable task) {
        storeIsAhead = Duration.ofMinutes(2);
        task.run();
        storeIsAhead = Duration.ZERO;
    }

    /** A gate that is opened at the end, so that no handler outlives its test. */
    CountDownLatch gate() {
        CountDownLatch gate = new CountDownLatch(1);
        gates.add(gate);
        return gate;
    }

    /** Waits for a latch whatever interrupts it, as a handler does that will not stop. */
    static void stubbornly(CountDownLatch gate) {
        boolean isOpen = false;
        while (!isOpen) {
            try {
                isOpen = gate.await(1, TimeUnit.MINUTES);
            } catch (InterruptedException ignored) {
                // A stubborn handler.
            }
        }
    }

    /** A session of another worker, that claims and never comes back. */
    WorkerSession stranger() {
        return store.openSession(UUID.randomUUID());
    }

    @Override
    public void close() {
        store.isDown = false;
        store.isBeatDown = false;
        gates.forEach(CountDownLatch::countDown);
        for (RunningWorker one : running) {
            Thread closing = closing(one);
            Await.until("the worker is closed", () -> {
                time.advance(Duration.ofSeconds(1));
                return !closing.isAlive();
            });
        }
    }

    /** Closes a worker on a thread of its own, since that waits for a time which the test has to move. */
    static Thread closing(RunningWorker worker) {
        Thread closing = new Thread(worker::close, "test-close");
        closing.start();
        return closing;
    }

    private static final class InlineLoops implements LoopThreads {
        @Override
        public Executor make(String name) {
            return Runnable::run;
        }

        @Override
        public void close(long nanos) {
            // No thread of their own.
        }
    }
}
