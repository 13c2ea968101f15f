package dev.reprise.bench.queue;

import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.copy.CopyIn;
import org.postgresql.jdbc.PgConnection;

/** The yardstick: claims with SKIP LOCKED and deletes, without any fence. Two commits a batch, as a queue must have. */
final class RawLoop implements Contender, MeasuredClaims {
    private static final int CONNECTIONS = 4;
    private static final int BATCH = 100;

    private final Sql sql = Sql.read("raw.sql");
    private @Nullable DataSource database = null;
    private long nextId = 1;

    @Override
    public String name() {
        return "raw";
    }

    @Override
    public String version() {
        return "";
    }

    @Override
    public String settings() {
        return CONNECTIONS + " connections, claims of " + BATCH + ", bulk enqueue with COPY";
    }

    @Override
    public void prepare(DataSource target) throws SQLException {
        database = target;
        Jdbc.execute(target, sql.get("schema"));
    }

    @Override
    public void enqueueBulk(int jobs) throws SQLException {
        try (Connection connection = connect()) {
            String due = Instant.now().toString();
            CopyIn copy = connection.unwrap(PgConnection.class).getCopyAPI().copyIn(sql.get("copy"));
            StringBuilder rows = new StringBuilder();
            for (int left = jobs; left > 0; left--) {
                long id = nextId++;
                rows.append(id)
                        .append('\t')
                        .append(due)
                        .append("\t0\t")
                        .append(id)
                        .append('\n');
                if (rows.length() > 60_000 || left == 1) {
                    byte[] bytes = rows.toString().getBytes(StandardCharsets.US_ASCII);
                    copy.writeToCopy(bytes, 0, bytes.length);
                    rows.setLength(0);
                }
            }
            copy.endCopy();
        }
    }

    @Override
    public void drain(Progress progress) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            Thread thread = new Thread(() -> work(progress), "raw-" + i);
            thread.start();
            threads.add(thread);
        }
        progress.await();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public long pending() throws SQLException {
        return Jdbc.count(Objects.requireNonNull(database, "database"), sql.get("pending"));
    }

    @Override
    public long[] claim(int batch, int times) throws SQLException {
        long[] nanos = new long[times];
        try (Connection connection = connect();
                PreparedStatement claim = connection.prepareStatement(sql.get("claim"));
                PreparedStatement done = connection.prepareStatement(sql.get("done"))) {
            for (int i = 0; i < times; i++) {
                long start = System.nanoTime();
                List<Long> ids = claim(claim, batch);
                nanos[i] = System.nanoTime() - start;
                if (ids.size() != batch) {
                    throw new IllegalStateException("claimed " + ids.size() + " jobs instead of " + batch);
                }
                end(connection, done, ids);
                enqueueBulk(batch);
            }
        }
        return nanos;
    }

    private void work(Progress progress) {
        try (Connection connection = connect();
                PreparedStatement claim = connection.prepareStatement(sql.get("claim"));
                PreparedStatement done = connection.prepareStatement(sql.get("done"))) {
            while (!progress.isComplete()) {
                List<Long> ids = claim(claim, BATCH);
                if (ids.isEmpty()) {
                    // The last jobs are in other hands.
                    return;
                }
                end(connection, done, ids);
                progress.ended(ids.size());
            }
        } catch (SQLException | RuntimeException e) {
            progress.failed(e);
        }
    }

    private static List<Long> claim(PreparedStatement claim, int batch) throws SQLException {
        claim.setInt(1, batch);
        List<Long> ids = new ArrayList<>(batch);
        try (ResultSet rows = claim.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
                // A real worker reads it.
                Objects.requireNonNull(rows.getBytes(2), "payload");
            }
        }
        return ids;
    }

    private static void end(Connection connection, PreparedStatement done, List<Long> ids) throws SQLException {
        Array array = connection.createArrayOf("bigint", ids.toArray());
        done.setArray(1, array);
        int deleted = done.executeUpdate();
        if (deleted != ids.size()) {
            throw new IllegalStateException("deleted " + deleted + " of " + ids.size() + " jobs");
        }
    }

    private Connection connect() throws SQLException {
        return Objects.requireNonNull(database, "database").getConnection();
    }
}
