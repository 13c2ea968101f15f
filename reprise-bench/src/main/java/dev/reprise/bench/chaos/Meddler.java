package dev.reprise.bench.chaos;

import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import javax.sql.DataSource;

/** Cancels jobs while the storm lasts, and redrives some when it is over. Writes down what it was told. */
final class Meddler implements Runnable {
    private static final String UNKNOWN = "?";

    private final DataSource direct;
    private final JobClient client;
    private final Random random;
    private final long pauseMillis;
    private final List<Told> cancels = new ArrayList<>();
    private final List<Told> redrives = new ArrayList<>();

    Meddler(DataSource direct, JobClient client, ChaosOptions options) {
        this.direct = direct;
        this.client = client;
        this.random = new Random(options.seed() + 23);
        this.pauseMillis = Math.max(20, options.seconds() * 1_000L * 50 / options.jobs());
    }

    /** Cancels until it is interrupted, one job in fifty or so. */
    @Override
    public void run() {
        try {
            while (!Thread.interrupted()) {
                cancelOne();
                Thread.sleep(pauseMillis);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void cancelOne() {
        List<UUID> found;
        try {
            found = ids(random.nextBoolean() ? "some waiting" : "some running");
        } catch (SQLException e) {
            return; // The database is down.
        }
        for (UUID id : found) {
            String answer = UNKNOWN;
            try {
                CancelResult result = client.cancel(id);
                answer = result.getClass().getSimpleName();
            } catch (StoreException e) {
                // It may be cancelled, or not.
            }
            synchronized (cancels) {
                cancels.add(new Told(id, answer));
            }
        }
    }

    /** Redrives so many jobs that have ended, chosen by the seed. */
    void redrive(int count, long seed) throws SQLException {
        for (UUID id : ids("some ended", Long.toString(seed), count)) {
            String answer = UNKNOWN;
            try {
                answer = client.redrive(id).getClass().getSimpleName();
            } catch (StoreException e) {
                // It may run again, or not.
            }
            redrives.add(new Told(id, answer));
        }
    }

    int cancels() {
        synchronized (cancels) {
            return cancels.size();
        }
    }

    int redrives() {
        return redrives.size();
    }

    void save() throws SQLException {
        synchronized (cancels) {
            save("add cancel", cancels);
        }
        save("add redrive", redrives);
    }

    private void save(String statement, List<Told> told) throws SQLException {
        try (Connection connection = direct.getConnection();
                PreparedStatement insert = connection.prepareStatement(ChaosSql.TABLES.get(statement))) {
            connection.setAutoCommit(false);
            for (Told one : told) {
                insert.setObject(1, one.id);
                insert.setString(2, one.answer);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    private List<UUID> ids(String statement, Object... parameters) throws SQLException {
        try (Connection connection = direct.getConnection();
                PreparedStatement select = connection.prepareStatement(ChaosSql.TABLES.get(statement))) {
            for (int i = 0; i < parameters.length; i++) {
                select.setObject(i + 1, parameters[i]);
            }
            List<UUID> ids = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getObject(1, UUID.class));
                }
            }
            return ids;
        }
    }

    private record Told(UUID id, String answer) {}
}
