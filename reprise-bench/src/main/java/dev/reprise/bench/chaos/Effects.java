package dev.reprise.bench.chaos;

import dev.reprise.jobs.JobContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what handlers do, past the proxy, each in a transaction of its own. Never gives up: a run that is not written down
 * would look like one that never was.
 */
final class Effects {
    private static final long PAUSE_NANOS = 50_000_000;

    private final DataSource direct;
    private final UUID process;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();

    Effects(DataSource direct, UUID process) {
        this.direct = direct;
        this.process = process;
    }

    /** Returns when it is durable that this run began. */
    void began(Work work, JobContext job, Act act) {
        // Names this run, so that writing it again after a lost answer is not taken for a second run.
        UUID run = UUID.randomUUID();
        boolean interrupted = false;
        while (!tryWrite(run, work, job, act)) {
            LockSupport.parkNanos(PAUSE_NANOS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean tryWrite(UUID run, Work work, JobContext job, Act act) {
        Connection connection = idle.pollFirst();
        try {
            if (connection == null) {
                connection = direct.getConnection();
            }
            try (PreparedStatement insert = connection.prepareStatement(ChaosSql.TABLES.get("add effect"))) {
                insert.setObject(1, run);
                insert.setObject(2, job.id());
                insert.setLong(3, work.number());
                insert.setInt(4, job.epoch());
                insert.setInt(5, job.attempt());
                insert.setObject(6, process);
                insert.setString(7, act.name());
                insert.executeUpdate();
            }
            idle.addFirst(connection);
            return true;
        } catch (SQLException e) {
            close(connection);
            return false;
        }
    }

    private static void close(@Nullable Connection connection) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                // It was broken.
            }
        }
    }
}
