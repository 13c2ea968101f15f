package dev.reprise.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.postgres.EmbeddedPostgres;
import dev.reprise.testkit.FaultProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** One test's database, its workers, and what they tell. */
final class FenceSite implements AutoCloseable {
    static final JobType<String> GATED = GatedWorker.type("fence.gated");
    static final Duration LEASE = Duration.ofSeconds(3);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String ROW = """
            select to_jsonb(j) from reprise.job j where id = ?
            union all
            select to_jsonb(d) from reprise.job_done d where id = ?
            """;
    private static final String LOOK = """
            select state || ' epoch ' || epoch || ' attempt ' || attempt from reprise.job where id = ?
            union all
            select state || ' epoch ' || epoch || ' attempt ' || attempt from reprise.job_done where id = ?
            """;
    private static final String HISTORY =
            "select 'epoch ' || epoch || ' attempt ' || attempt || ' how ' || how from reprise.job_attempt where job = ? order by epoch";
    private static final String IS_LAPSED =
            "select (lease_until < clock_timestamp())::text from reprise.job where id = ?";
    private static final String LEASE_UNTIL = "select lease_until::text from reprise.job where id = ?";

    private final EmbeddedPostgres postgres;
    private final String name;
    private final Path folder;
    private final DataSource direct;
    private final FaultProxy proxy;
    private final JobClient client;
    private final List<WorkerProcess> workers = new ArrayList<>();

    FenceSite(EmbeddedPostgres postgres, Path folder) {
        this.postgres = postgres;
        this.folder = folder;
        this.name = "db_" + UUID.randomUUID().toString().replace('-', '_');
        this.direct = postgres.createDatabase(name);
        this.proxy = FaultProxy.to("127.0.0.1", postgres.port());
        Migrations.on(direct).run();
        this.client = JobClient.on(direct);
    }

    FaultProxy proxy() {
        return proxy;
    }

    /** Starts a worker for the gated type, with the usual lease. */
    WorkerProcess worker(String worker) throws IOException {
        return worker(worker, LEASE, GATED.name());
    }

    WorkerProcess worker(String worker, Duration lease, String... types) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/" + name + "?user=" + EmbeddedPostgres.USER,
                folder.toString(),
                worker,
                Long.toString(lease.toMillis())));
        arguments.addAll(Arrays.asList(types));
        WorkerProcess started = WorkerProcess.start(
                folder.resolve(worker + ".log"), postgres.password(), "Asia/Tokyo", GatedWorker.class, arguments);
        workers.add(started);
        return started;
    }

    UUID enqueue() {
        return client.enqueue(GATED, "a payload").id();
    }

    /** Lets the handler of this epoch go on, and says how it is to end. */
    void open(UUID job, int epoch, String what) throws IOException {
        Path gate = GatedWorker.gate(folder, job.toString(), epoch);
        Path written = Files.writeString(folder.resolve("next"), what);
        // A handler must not read half of it.
        Files.move(written, gate);
    }

    /**
     * Waits until a handler has begun in an epoch after this one, and returns that epoch. Not always the next: a worker hands back,
     * refunded, what it claimed and could not start in time.
     */
    int awaitBegun(UUID job, int after, String worker, int attempt) throws Exception {
        Pattern pattern = Pattern.compile("began " + job + " epoch (\\d+) by " + worker + " attempt " + attempt);
        int[] epoch = new int[1];
        await(pattern + " after epoch " + after, () -> {
            for (String event : events()) {
                Matcher matcher = pattern.matcher(event);
                if (matcher.matches() && Integer.parseInt(matcher.group(1)) > after) {
                    epoch[0] = Integer.parseInt(matcher.group(1));
                    return true;
                }
            }
            return false;
        });
        return epoch[0];
    }

    void awaitEvent(String event) throws Exception {
        await(event, () -> events().contains(event));
    }

    void awaitState(UUID job, String state) throws Exception {
        await("job " + state, () -> look(job).equals(state));
    }

    void awaitLapse(UUID job) throws Exception {
        await("a lapse of " + job, () -> strings(IS_LAPSED, job).contains("true"));
    }

    /** Waits for the next beat that renews the lease of a job. */
    void awaitRenewal(UUID job) throws Exception {
        String before = leaseUntil(job);
        await("a renewal", () -> !leaseUntil(job).equals(before));
    }

    private void await(String what, Await.Condition condition) throws Exception {
        if (!Await.within(PATIENCE, condition)) {
            StringBuilder story = new StringBuilder("it did not come to this: " + what + "\n");
            events().forEach(event -> story.append(event).append('\n'));
            for (WorkerProcess worker : workers) {
                worker.dump();
                story.append(worker.output()).append('\n');
            }
            throw new AssertionError(story.toString());
        }
    }

    /** Closes a worker, which writes what it has to write. */
    void stop(WorkerProcess worker) throws Exception {
        assertThat(worker.stop(PATIENCE)).as("the worker closes").isTrue();
    }

    List<String> events() throws IOException {
        Path file = folder.resolve(GatedWorker.EVENTS);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** State, epoch and attempt; 0 scheduled, 1 ready, 2 running, 3 succeeded. */
    String look(UUID job) throws SQLException {
        return String.join("", strings(LOOK, job, job));
    }

    /** The whole row but its lease, which beats move. */
    String row(UUID job) throws SQLException {
        return String.join("", strings(ROW, job, job)).replaceAll("\"lease_until\": [^,}]*", "");
    }

    List<String> history(UUID job) throws SQLException {
        return strings(HISTORY, job);
    }

    String leaseUntil(UUID job) throws SQLException {
        return String.join("", strings(LEASE_UNTIL, job));
    }

    private List<String> strings(String sql, UUID... parameters) throws SQLException {
        try (Connection connection = direct.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<String> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    @Nullable String value = row.getString(1);
                    found.add(String.valueOf(value));
                }
            }
            return found;
        }
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
        proxy.close();
    }
}
