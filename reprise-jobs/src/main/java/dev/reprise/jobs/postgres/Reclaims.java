package dev.reprise.jobs.postgres;

import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Reclaim;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes lapsed jobs away from their workers. */
final class Reclaims {
    private static final Logger LOG = LoggerFactory.getLogger(Reclaims.class);

    private final Runner runner;
    private final Query<Map.Entry<UUID, JobState>> reclaim;

    Reclaims(Database database, Runner runner) {
        this.runner = runner;
        this.reclaim = new Query<>(
                database.sql("sweep").get("reclaim"),
                row -> Map.entry(row.getObject("id", UUID.class), Codes.state(row.getInt("state"))));
    }

    List<EndingVerdict> reclaim(List<Reclaim> lapses) {
        if (lapses.isEmpty()) {
            return List.of();
        }
        Map<UUID, JobState> moved = new Stubborn(runner)
                .run(
                        "reclaim lapsed jobs",
                        connection -> reclaim(connection, lapses),
                        connection -> reclaimEach(connection, lapses));
        return lapses.stream()
                .map(lapse -> new EndingVerdict(lapse.id(), moved.get(lapse.id()), List.of()))
                .toList();
    }

    private Map<UUID, JobState> reclaimEach(Connection connection, List<Reclaim> lapses) throws SQLException {
        Map<UUID, JobState> moved = new HashMap<>();
        for (Reclaim lapse : lapses) {
            try {
                moved.putAll(reclaim(connection, List.of(lapse)));
            } catch (SQLException e) {
                if (!Stubborn.isOfOneRow(e)) {
                    throw e;
                }
                LOG.warn("Job {} could not be reclaimed; it is met again at the next sweep", lapse.id(), e);
            }
        }
        return moved;
    }

    private Map<UUID, JobState> reclaim(Connection connection, List<Reclaim> lapses) throws SQLException {
        Map<UUID, JobState> moved = new HashMap<>();
        List<Map.Entry<UUID, JobState>> rows = reclaim.list(
                connection,
                column(connection, "uuid", lapses, Reclaim::id),
                column(connection, "uuid", lapses, Reclaim::worker),
                column(connection, "int4", lapses, Reclaim::epoch),
                column(connection, "int4", lapses, Reclaim::attempt),
                column(connection, "int8", lapses, lapse -> Times.microsOrNull(lapse.delay())),
                column(connection, "text", lapses, lapse -> Texts.safe(lapse.error())),
                column(connection, "text", lapses, lapse -> Texts.safe(lapse.reason())),
                column(connection, "text", lapses, lapse -> Texts.safe(lapse.explanation())));
        rows.forEach(row -> moved.put(row.getKey(), row.getValue()));
        return moved;
    }

    private static Object column(
            Connection connection, String type, List<Reclaim> lapses, Function<Reclaim, @Nullable Object> value)
            throws SQLException {
        @Nullable Object[] values = new @Nullable Object[lapses.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value.apply(lapses.get(i));
        }
        return connection.createArrayOf(type, values);
    }
}
