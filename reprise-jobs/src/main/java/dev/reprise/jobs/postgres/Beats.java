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
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** How much longer the connection may be silent than the statement may take: a cancel needs time to arrive. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Runner runner;
    private final UUID worker;
    private final Query<Told> beat;

    Beats(Database database, Runner runner, UUID worker) {
        this.runner = runner;
        this.worker = worker;
        this.beat = new Query<>(database.sql("beat").get("beat"), Told::read);
    }

    Beat beat(List<Held> held, Duration lease) {
        Limits.aboveZero("lease", lease);
        Object[] ids = held.stream().map(Held::id).toArray();
        Object[] epochs = held.stream().map(Held::epoch).toArray();
        List<Told> told = runner.run("renew leases", connection -> {
            // On a connection that died in silence: one beat is lost, and the leases are not.
            connection.setNetworkTimeout(
                    Runnable::run, Math.toIntExact(timeout(lease).plus(GRACE).toMillis()));
            return beat.listWithin(
                    timeout(lease),
                    connection,
                    worker,
                    connection.createArrayOf("uuid", ids),
                    connection.createArrayOf("int4", epochs),
                    Times.micros(lease));
        });
        return sorted(told);
    }

    /** A sixth of the lease, from 1 to 30 s: what one beat may take, so that the next ones can still save the lease. */
    static Duration timeout(Duration lease) {
        Duration sixth = lease.dividedBy(6);
        return sixth.compareTo(SHORTEST) < 0
                ? SHORTEST
                : sixth.compareTo(Statements.TIMEOUT) > 0 ? Statements.TIMEOUT : sixth;
    }

    private static Beat sorted(List<Told> told) {
        List<Held> lost = new ArrayList<>();
        List<Held> cancelled = new ArrayList<>();
        List<Beat.Stray> strays = new ArrayList<>();
        List<Held> unrenewed = new ArrayList<>();
        for (Told one : told) {
            if (one.isLost) {
                lost.add(one.claim);
            } else if (one.isStray) {
                strays.add(new Beat.Stray(one.claim.id(), one.claim.epoch(), one.attempt));
            } else {
                if (one.isCancelled) {
                    cancelled.add(one.claim);
                }
                if (one.isUnrenewed) {
                    unrenewed.add(one.claim);
                }
            }
        }
        return new Beat(lost, cancelled, strays, unrenewed);
    }

    /** A claim that the database has something to say about. */
    private record Told(
            Held claim, int attempt, boolean isLost, boolean isStray, boolean isCancelled, boolean isUnrenewed) {
        static Told read(ResultSet row) throws SQLException {
            return new Told(
                    new Held(row.getObject("id", UUID.class), row.getInt("epoch")),
                    row.getInt("attempt"),
                    row.getBoolean("is_lost"),
                    row.getBoolean("is_stray"),
                    row.getBoolean("is_cancelled"),
                    row.getBoolean("is_unrenewed"));
        }
    }
}
