package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.Beat;
import dev.reprise.jobs.store.Held;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Renews leases. */
final class Beats {
    private final Runner runner;
    private final UUID worker;
    private final Query<Told> beat;

    Beats(Database database, Runner runner, UUID worker) {
        this.runner = runner;
        this.worker = worker;
        this.beat = new Query<>(database.sql("beat").get("beat"), Told::read);
    }

    Beat beat(List<Held> held, Duration lease) {
        if (lease.isNegative() || lease.isZero()) {
            throw new IllegalArgumentException("lease: " + lease + " is not above zero");
        }
        Object[] ids = held.stream().map(Held::id).toArray();
        Object[] epochs = held.stream().map(Held::epoch).toArray();
        List<Told> told = runner.run(
                "renew leases",
                connection -> beat.list(
                        connection,
                        worker,
                        connection.createArrayOf("uuid", ids),
                        connection.createArrayOf("int4", epochs),
                        Times.micros(lease)));
        return sorted(told);
    }

    private static Beat sorted(List<Told> told) {
        List<Held> lost = new ArrayList<>();
        List<Held> cancelled = new ArrayList<>();
        List<Beat.Stray> strays = new ArrayList<>();
        for (Told one : told) {
            if (one.isLost) {
                lost.add(one.claim);
            } else if (one.isStray) {
                strays.add(new Beat.Stray(one.claim.id(), one.claim.epoch(), one.attempt));
            } else {
                cancelled.add(one.claim);
            }
        }
        return new Beat(lost, cancelled, strays);
    }

    /** A claim that the database has something to say about. */
    private record Told(Held claim, int attempt, boolean isLost, boolean isStray) {
        static Told read(ResultSet row) throws SQLException {
            return new Told(
                    new Held(row.getObject("id", UUID.class), row.getInt("epoch")),
                    row.getInt("attempt"),
                    row.getBoolean("is_lost"),
                    row.getBoolean("is_stray"));
        }
    }
}
