package dev.reprise.bench.chaos;

import dev.reprise.jobs.postgres.PostgresJobStore;
import dev.reprise.jobs.worker.RunningWorker;
import dev.reprise.jobs.worker.Worker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A worker of the storm. Arguments: JDBC URL through the proxy, JDBC URL past it, seed, hours that its clock is off, concurrency.
 * The password is in the environment. SIGTERM closes it as a deploy would.
 */
final class ChaosWorker {
    static final Duration LEASE = Duration.ofSeconds(6);
    static final Duration BEAT = Duration.ofSeconds(1);

    private ChaosWorker() {}

    public static void main(String[] arguments) {
        WorkerProcess.endWithParent();
        PGSimpleDataSource proxied = source(arguments[0]);
        PGSimpleDataSource direct = source(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        Duration off = Duration.ofHours(Long.parseLong(arguments[3]));
        InstantSource clock = () -> InstantSource.system().instant().plus(off);
        ChaosHandler handler = new ChaosHandler(seed, new Effects(direct, UUID.randomUUID()), LEASE);
        RunningWorker running = Worker.on(PostgresJobStore.on(proxied))
                .handle(Work.PLAIN, handler)
                .handle(Work.SIDE, handler)
                .handle(Work.TIMED, handler)
                .concurrency(Integer.parseInt(arguments[4]))
                .lease(LEASE)
                .heartbeat(BEAT)
                .clock(clock)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(running::close, "close-worker"));
    }

    static PGSimpleDataSource source(String url) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setPassword(System.getenv(WorkerProcess.PASSWORD));
        return source;
    }
}
