package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Mark;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Claims jobs for one worker. */
final class Claims {
    private static final UUID LEAST = new UUID(0, 0);

    private final Runner runner;
    private final UUID worker;
    private final String claim;

    Claims(Database database, Runner runner, UUID worker) {
        this.runner = runner;
        this.worker = worker;
        this.claim = database.sql("claim").get("claim");
    }

    List<Claimed> claim(List<Lane> lanes, int batch, Duration lease) {
        Limits.aboveZero("batch", batch);
        Limits.aboveZero("lease", lease);
        return runner.run("claim", connection -> {
            try (PreparedStatement statement = Statements.prepare(connection, claim)) {
                new Parameters(statement)
                        .texts(lanes, Lane::queue)
                        .texts(lanes, Lane::type)
                        .instants(lanes, lane -> from(lane.from()))
                        .uuids(
                                lanes,
                                lane -> lane.from() == null
                                        ? LEAST
                                        : lane.from().id())
                        .number(batch)
                        .uuid(worker)
                        .number(Times.micros(lease));
                return read(statement);
            }
        });
    }

    private static String from(@Nullable Mark mark) {
        return mark == null ? "-infinity" : Times.bounded(mark.sortAt()).toString();
    }

    private static List<Claimed> read(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            List<Claimed> claimed = new ArrayList<>();
            while (row.next()) {
                claimed.add(new Claimed(
                        row.getObject(1, UUID.class),
                        row.getString(2),
                        row.getString(3),
                        row.getInt(4),
                        row.getInt(5),
                        row.getInt(6),
                        row.getInt(7),
                        Codes.kind(row.getInt(8)),
                        row.getString(9),
                        row.getBoolean(10),
                        Times.instantOrNull(row, 11),
                        timeout(row),
                        tags(row.getArray(13)),
                        Times.instant(row, 14),
                        row.getBytes(15)));
            }
            return claimed;
        }
    }

    private static @Nullable Duration timeout(ResultSet row) throws SQLException {
        long millis = row.getLong(12);
        return row.wasNull() ? null : Duration.ofMillis(millis);
    }

    private static List<String> tags(@Nullable Array tags) throws SQLException {
        return tags == null ? List.of() : List.of((String[]) tags.getArray());
    }
}
