package dev.reprise.bench.queue;

import dev.reprise.bench.Versions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jobrunr.jobs.Job;
import org.jobrunr.jobs.filters.ApplyStateFilter;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.jobs.mappers.JobMapper;
import org.jobrunr.jobs.states.JobState;
import org.jobrunr.jobs.states.StateName;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.StorageProvider;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;
import org.jobrunr.utils.mapper.JsonMapper;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;
import org.jspecify.annotations.Nullable;

/** JobRunr's open-source edition. */
final class JobRunrQueue implements Contender, MeasuredWakeUps {
    /** The least that the open-source edition takes with a database. */
    private static final Duration POLL = Duration.ofSeconds(5);

    private final Sql sql = Sql.read("jobrunr.sql");
    private final LinkedBlockingQueue<Long> handled = new LinkedBlockingQueue<>();
    private final JsonMapper json = new Jackson3JsonMapper();
    private @Nullable DataSource database = null;
    private @Nullable StorageProvider storage = null;
    private final int workers;

    JobRunrQueue(int workers) {
        this.workers = workers;
    }

    @Override
    public String name() {
        return "JobRunr";
    }

    @Override
    public String version() {
        return Versions.of(BackgroundJobServer.class);
    }

    @Override
    public String settings() {
        return workers + " workers, poll interval " + POLL.toSeconds()
                + " s (the least it takes), bulk enqueue with a stream of job requests";
    }

    @Override
    public void prepare(DataSource target) throws SQLException {
        if (storage == null) {
            database = target;
            storage = new PostgresStorageProvider(target);
            storage.setJobMapper(new JobMapper(json));
        }
        Jdbc.execute(target, sql.get("schema"));
    }

    @Override
    public void enqueueBulk(int jobs) {
        new JobRequestScheduler(storage()).enqueue(IntStream.range(0, jobs).mapToObj(NoOp::new));
    }

    @Override
    public void drain(Progress progress) throws InterruptedException {
        BackgroundJobServer server = server(request -> {});
        server.setJobFilters(List.of(new EndingFilter(progress)));
        server.start();
        try {
            progress.await();
        } finally {
            server.stop();
        }
    }

    @Override
    public long pending() throws SQLException {
        return Jdbc.count(Objects.requireNonNull(database, "database"), sql.get("pending"));
    }

    @Override
    public boolean holdsBacklog() {
        return false;
    }

    @Override
    public long[] wakeUps(int times) throws InterruptedException {
        BackgroundJobServer server = server(request -> handled.add(System.nanoTime()));
        server.start();
        try {
            long[] nanos = new long[times];
            for (int i = 0; i < times; i++) {
                long start = System.nanoTime();
                new JobRequestScheduler(storage()).enqueue(new NoOp(i));
                Long at = handled.poll(1, TimeUnit.MINUTES);
                nanos[i] = Objects.requireNonNull(at, "a job was not handled within a minute") - start;
            }
            return nanos;
        } finally {
            server.stop();
        }
    }

    @Override
    public int wakeUpSamples() {
        return 10;
    }

    private BackgroundJobServer server(JobRequestHandler<NoOp> handler) {
        return new BackgroundJobServer(
                storage(),
                json,
                new HandlerActivator(handler),
                BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                        .andPollInterval(POLL)
                        .andWorkerCount(workers));
    }

    private StorageProvider storage() {
        return Objects.requireNonNull(storage, "storage");
    }

    /** What a job carries: its number. */
    public static final class NoOp implements JobRequest {
        private int number;

        /** For the mapper. */
        NoOp() {}

        NoOp(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Names the handler; which one it is, the activator says. */
    public static final class Handler implements JobRequestHandler<NoOp> {
        private final JobRequestHandler<NoOp> real;

        Handler(JobRequestHandler<NoOp> real) {
            this.real = real;
        }

        @Override
        public void run(NoOp request) throws Exception {
            real.run(request);
        }
    }

    private record HandlerActivator(JobRequestHandler<NoOp> handler) implements JobActivator {
        @Override
        public <T> T activateJob(Class<T> type) {
            return type.cast(new Handler(handler));
        }
    }

    /** Is called when a state of a job was saved. */
    private record EndingFilter(Progress progress) implements ApplyStateFilter {
        @Override
        public void onStateApplied(Job job, JobState before, JobState after) {
            if (after.getName() == StateName.SUCCEEDED) {
                progress.ended(1);
            } else if (after.getName() == StateName.FAILED) {
                progress.failed(new IllegalStateException("a job of JobRunr failed: " + after));
            }
        }
    }
}
