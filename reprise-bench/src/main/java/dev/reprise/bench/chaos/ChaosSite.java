package dev.reprise.bench.chaos;

import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.postgres.EmbeddedPostgres;
import dev.reprise.testkit.FaultProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** The stage: a real server, a proxy before it, and the worker processes, which it replaces when they are gone. */
final class ChaosSite implements AutoCloseable {
    private static final int CONCURRENCY = 16;
    private static final List<String> TIME_ZONES = List.of("Asia/Tokyo", "UTC", "America/St_Johns");

    private final EmbeddedPostgres postgres;
    private final FaultProxy proxy;
    private final DataSource direct;
    private final DataSource proxied;
    private final Path folder;
    private final ChaosOptions options;
    private final Map<WorkerProcess, FaultProxy> workers = new LinkedHashMap<>();
    private int started;

    ChaosSite(Path folder, ChaosOptions options) throws SQLException {
        this.folder = folder;
        this.options = options;
        postgres =
                EmbeddedPostgres.throwAway().setting("max_connections", "200").start();
        proxy = FaultProxy.to("127.0.0.1", postgres.port());
        direct = postgres.dataSource();
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url(proxy.port()));
        source.setPassword(postgres.password());
        proxied = source;
        Migrations.on(direct).run();
        try (Connection connection = direct.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(ChaosSql.TABLES.get("create"));
        }
    }

    EmbeddedPostgres postgres() {
        return postgres;
    }

    /** What the enqueuing side goes through. */
    FaultProxy proxy() {
        return proxy;
    }

    /** What a worker, and nobody else, goes through. */
    FaultProxy proxy(WorkerProcess worker) {
        return Objects.requireNonNull(workers.get(worker), "proxy");
    }

    /** Resets every connection, wherever it stands. */
    void cutAll() {
        proxy.cutAll();
        workers.values().forEach(FaultProxy::cutAll);
    }

    /** Past the proxy. */
    DataSource direct() {
        return direct;
    }

    /** Through the proxy. */
    DataSource proxied() {
        return proxied;
    }

    List<WorkerProcess> workers() {
        return List.copyOf(workers.keySet());
    }

    /** How many processes were started so far. */
    int started() {
        return started;
    }

    /** Starts as many workers as are missing: no two in a row agree on the hour, on the time zone, or are right. */
    void replaceTheDead() throws IOException {
        for (WorkerProcess worker : workers()) {
            if (!worker.isAlive()) {
                proxy(worker).close();
                workers.remove(worker);
            }
        }
        while (workers.size() < options.workers()) {
            int number = started++;
            FaultProxy own = FaultProxy.to("127.0.0.1", postgres.port());
            WorkerProcess worker = WorkerProcess.start(
                    folder.resolve("worker-" + number + ".log"),
                    postgres.password(),
                    TIME_ZONES.get(number % TIME_ZONES.size()),
                    ChaosWorker.class,
                    List.of(
                            url(own.port()),
                            url(postgres.port()),
                            Long.toString(options.seed()),
                            Integer.toString(number % 3 - 1),
                            Integer.toString(CONCURRENCY)));
            workers.put(worker, own);
        }
    }

    /** Closes the workers as a deploy does; returns how many did not end in time. */
    int stopWorkers(Duration patience) throws IOException, InterruptedException {
        int late = 0;
        for (WorkerProcess worker : workers()) {
            if (!worker.stop(patience)) {
                worker.dump();
                late++;
            }
        }
        return late;
    }

    /** What is left, what has ended, and the sum of the claims of what is left: a picture that changes while anything goes on. */
    Progress progress() throws SQLException {
        try (Connection connection = direct.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ChaosSql.TABLES.get("progress"))) {
            row.next();
            return new Progress(row.getLong(1), row.getLong(2), row.getLong(3));
        }
    }

    private static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + EmbeddedPostgres.USER;
    }

    @Override
    public void close() {
        workers.forEach((worker, own) -> {
            worker.close();
            own.close();
        });
        proxy.close();
        postgres.close();
    }

    /** How far the jobs are. */
    record Progress(long live, long ended, long claims) {}
}
