package dev.reprise.jobs.worker;

import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobHandler;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.postgres.PostgresJobStore;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.policy.PolicyWarning;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run jobs: which types, by which handlers, how many at once. Immutable: every method returns a changed copy; {@link #start}
 * may be called more than once, and each start is a worker of its own.
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><th>setting</th><th>default</th><th>allowed</th></tr>
 * <tr><td>{@link #handle(JobType, JobHandler)}</td><td>none</td><td>one per type, at least one</td></tr>
 * <tr><td>{@link #concurrency}</td><td>10</td><td>1 to 100000</td></tr>
 * <tr><td>{@link #queues}</td><td>those of the types, and {@code default}</td><td>one or more names</td></tr>
 * <tr><td>{@link #pollInterval}</td><td>1 s, plus or minus 20 %</td><td>10 ms or more</td></tr>
 * <tr><td>{@link #lease}</td><td>60 s</td><td>300 ms or more, at least three heartbeats</td></tr>
 * <tr><td>{@link #heartbeat}</td><td>10 s</td><td>100 ms or more, at most a third of the lease</td></tr>
 * <tr><td>{@link #maxRetryDelay}</td><td>24 h</td><td>1 s or more</td></tr>
 * <tr><td>{@link #shutdownGrace}</td><td>30 s</td><td>zero or more</td></tr>
 * <tr><td>{@link #retention}, {@link #keepForever}</td><td>7 days</td><td>zero or more</td></tr>
 * <tr><td>{@link #codec}</td><td>JSON</td><td>that of the clients</td></tr>
 * <tr><td>{@link #threads}, {@link #virtualThreads}</td><td>platform threads</td><td>any</td></tr>
 * <tr><td>{@link #clock}</td><td>the system's</td><td>any</td></tr>
 * </table>
 */
public final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");
    private static final int MAX_CONCURRENCY = 100_000;

    private final JobStore store;
    private final WorkerSettings settings;

    private Worker(JobStore store, WorkerSettings settings) {
        this.store = store;
        this.settings = settings;
    }

    /**
     * Run the jobs of a PostgreSQL database, in the schema {@code reprise}.
     *
     * @param dataSource as {@link PostgresJobStore#on} takes it
     * @return a worker that handles nothing yet
     */
    public static Worker on(DataSource dataSource) {
        return on(PostgresJobStore.on(dataSource));
    }

    /**
     * Run the jobs of a store.
     *
     * @param store holds them
     * @return a worker that handles nothing yet
     */
    public static Worker on(JobStore store) {
        return new Worker(Objects.requireNonNull(store, "store"), new WorkerSettings());
    }

    /**
     * Handle a type.
     *
     * @param <P> its payload
     * @param type the type; its policy decides on failures
     * @param handler does the work, on many threads at once
     * @return a changed copy
     * @throws IllegalArgumentException if the type has a handler already
     */
    public <P> Worker handle(JobType<P> type, JobHandler<? super P> handler) {
        return handle(type, handler, UnaryOperator.identity());
    }

    /**
     * Handle a type, with a classifier, hooks or a time-out.
     *
     * @param <P> its payload
     * @param type the type; its policy decides on failures
     * @param handler does the work, on many threads at once
     * @param options such as {@code on -> on.classifier(c).onExhausted(h)}
     * @return a changed copy
     * @throws IllegalArgumentException if the type has a handler already
     */
    public <P> Worker handle(JobType<P> type, JobHandler<? super P> handler, UnaryOperator<HandlerOptions> options) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(handler, "handler");
        HandlerOptions chosen = Objects.requireNonNull(options, "options").apply(HandlerOptions.DEFAULTS);
        Objects.requireNonNull(chosen, "options");
        return with(next -> next.handle(type, handler, chosen));
    }

    /**
     * Set how many handlers run at once.
     *
     * @param slots 1 to 100000; 10 if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the number is outside this range
     */
    public Worker concurrency(int slots) {
        if (slots < 1 || slots > MAX_CONCURRENCY) {
            throw new IllegalArgumentException("concurrency: " + slots + " is not from 1 to " + MAX_CONCURRENCY);
        }
        return with(next -> next.concurrency = slots);
    }

    /**
     * Set the queues to claim from. Replaces what was set.
     *
     * @param queues one or more; those of the handled types and {@value JobType#DEFAULT_QUEUE} if not set
     * @return a changed copy
     * @throws IllegalArgumentException if none is named
     */
    public Worker queues(String... queues) {
        List<String> named = List.copyOf(new LinkedHashSet<>(List.of(Objects.requireNonNull(queues, "queues"))));
        if (named.isEmpty()) {
            throw new IllegalArgumentException("queues: none is named; allowed are one or more");
        }
        return with(next -> next.queues = named);
    }

    /**
     * Set how often the worker looks for jobs when no hint wakes it.
     *
     * @param interval 10 ms or more, give or take 20 %; 1 s if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the interval is shorter
     */
    public Worker pollInterval(Duration interval) {
        Checks.atLeast("pollInterval", interval, Duration.ofMillis(10));
        return with(next -> next.pollInterval = interval);
    }

    /**
     * Set for how long a claim is good unless it is renewed: after so long, the jobs of a dead worker run elsewhere.
     *
     * @param lease 300 ms or more; 60 s if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the lease is shorter
     */
    public Worker lease(Duration lease) {
        Checks.atLeast("lease", lease, Duration.ofMillis(300));
        return with(next -> next.lease = lease);
    }

    /**
     * Set how often leases are renewed, and cancels noticed.
     *
     * @param heartbeat 100 ms or more; 10 s if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the heartbeat is shorter
     */
    public Worker heartbeat(Duration heartbeat) {
        Checks.atLeast("heartbeat", heartbeat, Duration.ofMillis(100));
        return with(next -> next.heartbeat = heartbeat);
    }

    /**
     * Set a bound on every delay of a retry, over all policies.
     *
     * @param bound 1 s or more; 24 h if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the bound is shorter
     */
    public Worker maxRetryDelay(Duration bound) {
        Checks.atLeast("maxRetryDelay", bound, Duration.ofSeconds(1));
        return with(next -> next.maxRetryDelay = bound);
    }

    /**
     * Set how long a shutdown may take; see {@link RunningWorker}.
     *
     * @param grace zero or more; 30 s if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the grace is negative
     */
    public Worker shutdownGrace(Duration grace) {
        Checks.atLeast("shutdownGrace", grace, Duration.ZERO);
        return with(next -> next.shutdownGrace = grace);
    }

    /**
     * Set for how long jobs are kept after their end.
     *
     * @param keep zero or more; 7 days if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the time is negative
     */
    public Worker retention(Duration keep) {
        Checks.atLeast("retention", keep, Duration.ZERO);
        return with(next -> next.retention = keep);
    }

    /**
     * Delete no job; something else does, or nothing.
     *
     * @return a changed copy
     */
    public Worker keepForever() {
        return with(next -> next.retention = null);
    }

    /**
     * Set how payloads and results become bytes.
     *
     * @param codec must be that of the clients; JSON if not set
     * @return a changed copy
     */
    public Worker codec(JobCodec codec) {
        Objects.requireNonNull(codec, "codec");
        return with(next -> next.codec = codec);
    }

    /**
     * Set which threads run handlers.
     *
     * @param threads makes them; daemon platform threads if not set
     * @return a changed copy
     */
    public Worker threads(ThreadFactory threads) {
        Objects.requireNonNull(threads, "threads");
        return with(next -> next.threads = threads);
    }

    /**
     * Run handlers on virtual threads where the JVM has them (from Java 21 on), on platform threads elsewhere.
     *
     * @return a changed copy
     */
    public Worker virtualThreads() {
        return with(next -> next.threads = HandlerThreads.virtualIfPossible());
    }

    /**
     * Set the clock that dates in a server's hints are measured by, if the server does not say its own. Nothing else: due times, leases
     * and deadlines are the store's.
     *
     * @param clock the system's if not set
     * @return a changed copy
     */
    public Worker clock(InstantSource clock) {
        Objects.requireNonNull(clock, "clock");
        return with(next -> next.clock = clock);
    }

    /**
     * Start to claim and run. What the policies of the types warn of is logged. A store that cannot be reached does not fail the
     * start: the worker goes on trying, and says so in the log.
     *
     * @return the running worker, to be closed
     * @throws IllegalStateException if no type has a handler, or the lease is shorter than three heartbeats
     */
    public RunningWorker start() {
        settings.checkStartable();
        settings.checkLease();
        settings.handlings.values().forEach(Worker::logWarnings);
        return start(
                new SystemTime(LoopThreads.named("timer", true)),
                new ThreadPerLoop(),
                () -> ThreadLocalRandom.current().nextLong());
    }

    /** Starts on a time and on threads that a test may hold in its hands. */
    RunningWorker start(WorkerTime time, LoopThreads loopThreads, RandomGenerator random) {
        HookThreads hookThreads = new HookThreads(LoopThreads.named("hook", true));
        ExecutorService aside = Executors.newCachedThreadPool(LoopThreads.named("aside", true));
        ThreadFactory handlerThreads = settings.threads == null ? LoopThreads.named("job", true) : settings.threads;
        Engine engine;
        try {
            engine = new Engine(settings, store, time, loopThreads::make, hookThreads, aside, handlerThreads, random);
        } catch (Throwable failure) {
            time.close();
            throw failure;
        }
        engine.start();
        return new RunningWorker(engine, time, Checks.nanos(settings.shutdownGrace), hookThreads, aside, loopThreads);
    }

    /**
     * Run what is due on the calling thread, one attempt after the other, and what becomes due at once by that: for tests, and for
     * programs that work a queue off and end. No time-out fires, and no heartbeat renews a lease: a job must end within it.
     *
     * @return how many attempts ran; their hooks have run, too
     * @throws IllegalStateException if no type has a handler, or the lease is shorter than three heartbeats
     * @throws dev.reprise.jobs.store.StoreException if the store cannot be reached
     */
    public int runDue() {
        settings.checkStartable();
        settings.checkLease();
        return DueRun.of(settings, store);
    }

    private static void logWarnings(WorkerSettings.Handling<?> handling) {
        for (PolicyWarning warning :
                handling.type().policy().check(handling.options().classifier(), null)) {
            if (warning.code().isInformation()) {
                LOG.debug("{}: {}", handling.type(), warning);
            } else {
                LOG.warn("{}: {}", handling.type(), warning);
            }
        }
    }

    private Worker with(Consumer<WorkerSettings> change) {
        WorkerSettings next = settings.copy();
        change.accept(next);
        return new Worker(store, next);
    }
}
