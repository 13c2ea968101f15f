package dev.reprise.jobs.memory;

import dev.reprise.backoff.Durations;
import dev.reprise.jobs.EnqueueOptions;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobHandler;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.worker.HandlerOptions;
import dev.reprise.jobs.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Test code that enqueues and handles jobs, without a database and without waiting: a store in memory, a clock that stands until
 * {@link #advance} moves it, and handlers that run on the test's own thread when {@link #runDue} says so.
 *
 * <p>No time-out fires, since the handler runs on the test's thread and the clock stands meanwhile. Enqueues in a transaction of
 * the caller's ({@link JobClient#in}) are refused with an {@link UnsupportedOperationException}.
 *
 * <p>Not thread-safe: a test drives it.
 */
public final class TestQueue {
    /** When every test queue starts. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Clock clock = new Clock();
    private final MemoryJobStore store = MemoryJobStore.on(clock);
    private final JobClient client = JobClient.on(store).clock(clock);
    private Worker worker = Worker.on(store).clock(clock).keepForever();
    private boolean hasHandler;

    private TestQueue() {}

    /**
     * Make an empty queue.
     *
     * @return a queue at {@link #START}
     */
    public static TestQueue create() {
        return new TestQueue();
    }

    /**
     * Handle a type, as a worker does.
     *
     * @param <P> its payload
     * @param type the type
     * @param handler its handler
     * @return this queue
     * @throws IllegalArgumentException if the type has a handler already
     */
    public <P> TestQueue handle(JobType<P> type, JobHandler<? super P> handler) {
        return handle(type, handler, UnaryOperator.identity());
    }

    /**
     * Handle a type, with classifier and hooks.
     *
     * @param <P> its payload
     * @param type the type
     * @param handler its handler
     * @param options as a worker takes them
     * @return this queue
     * @throws IllegalArgumentException if the type has a handler already
     */
    public <P> TestQueue handle(JobType<P> type, JobHandler<? super P> handler, UnaryOperator<HandlerOptions> options) {
        worker = worker.handle(type, handler, options);
        hasHandler = true;
        return this;
    }

    /** {@return a client, to be given to the code under test} */
    public JobClient client() {
        return client;
    }

    /**
     * Enqueue a job.
     *
     * @param <P> its payload
     * @param type its type
     * @param payload its payload
     * @return its id
     */
    public <P> Enqueued enqueue(JobType<P> type, P payload) {
        return client.enqueue(type, payload);
    }

    /**
     * Enqueue a job.
     *
     * @param <P> its payload
     * @param type its type
     * @param payload its payload
     * @param options delay, priority, keys and so on
     * @return its id
     */
    public <P> Enqueued enqueue(JobType<P> type, P payload, UnaryOperator<EnqueueOptions> options) {
        return client.enqueue(type, payload, options);
    }

    /**
     * Move the clock. Nothing runs by itself.
     *
     * @param time zero or more
     * @return this queue
     * @throws IllegalArgumentException if the time is negative
     */
    public TestQueue advance(Duration time) {
        if (Objects.requireNonNull(time, "time").isNegative()) {
            throw new IllegalArgumentException("advance: " + time + " is negative; allowed is zero or more");
        }
        clock.now = clock.now.plus(time);
        return this;
    }

    /**
     * Run everything that is due now, and what becomes due at once by that.
     *
     * @return how many attempts ran
     * @throws IllegalStateException if no type has a handler
     */
    public int runDue() {
        if (!hasHandler) {
            throw new IllegalStateException("no type has a handler; call handle(type, handler) first");
        }
        return worker.runDue();
    }

    /** {@return the jobs that wait, scheduled or ready, the one that is due first at the front} */
    public List<Job> enqueued() {
        return store.jobs().stream()
                .filter(job -> job.lease() == null && !job.state().isTerminal())
                .toList();
    }

    /**
     * List the jobs of a type that wait.
     *
     * @param type the type
     * @return those of {@link #enqueued} that have it
     */
    public List<Job> enqueued(JobType<?> type) {
        Objects.requireNonNull(type, "type");
        return enqueued().stream().filter(job -> job.type().equals(type.name())).toList();
    }

    /**
     * Look at a job.
     *
     * @param id its id
     * @return the job
     * @throws IllegalArgumentException if there is none
     */
    public Job job(UUID id) {
        return store.find(id).orElseThrow(() -> new IllegalArgumentException("id: no job has " + id));
    }

    /**
     * Tell how long a job waits for its next attempt.
     *
     * @param id its id
     * @return zero if it is due
     * @throws IllegalStateException if it does not wait
     */
    public Duration untilNextAttempt(UUID id) {
        Job job = job(id);
        if (job.state() != JobState.SCHEDULED && job.state() != JobState.READY) {
            throw new IllegalStateException("job " + id + " is " + job.state() + "; it waits for no attempt");
        }
        Duration left = Duration.between(clock.now, job.dueAt());
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** {@return what the clock shows} */
    public Instant now() {
        return clock.now;
    }

    /** Say how much waits, and the time since the start. */
    @Override
    public String toString() {
        return enqueued().size() + " jobs wait, " + Durations.format(Duration.between(START, clock.now))
                + " after the start";
    }

    private static final class Clock implements InstantSource {
        private Instant now = START;

        @Override
        public Instant instant() {
            return now;
        }
    }
}
