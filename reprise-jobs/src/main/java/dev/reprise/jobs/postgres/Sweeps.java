package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Promoted;
import dev.reprise.jobs.store.Reclaim;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Moves jobs whose time has come: due, past their deadline, or out of lease. */
final class Sweeps {
    private final Runner runner;
    private final Stubborn stubborn;
    private final Reclaims reclaims;
    private final Query<Promoted> promote;
    private final Query<Promoted> promoteEach;
    private final Query<UUID> expire;
    private final Query<UUID> expireEach;
    private final Query<Lapsed> lapsed;

    Sweeps(Database database, Runner runner) {
        this.runner = runner;
        this.stubborn = new Stubborn(runner);
        this.reclaims = new Reclaims(database, runner);
        Sql sql = database.sql("sweep");
        promote = new Query<>(sql.get("promote"), Sweeps::promoted);
        promoteEach = new Query<>(sql.get("promote each"), Sweeps::promoted);
        expire = new Query<>(sql.get("expire"), row -> row.getObject(1, UUID.class));
        expireEach = new Query<>(sql.get("expire each"), row -> row.getObject(1, UUID.class));
        lapsed = new Query<>(sql.get("lapsed"), Sweeps::lapsed);
    }

    Promoted promote(int atMost) {
        Limits.aboveZero("atMost", atMost);
        return stubborn.run(
                "make due jobs ready",
                connection -> promote.one(connection, atMost),
                connection -> promoteEach.one(connection, atMost));
    }

    List<UUID> expire(int atMost) {
        Limits.aboveZero("atMost", atMost);
        return stubborn.run(
                "fail jobs past their deadline",
                connection -> expire.list(connection, atMost),
                connection -> expireEach.list(connection, atMost));
    }

    List<Lapsed> lapsed(@Nullable UUID afterId, int atMost) {
        Limits.aboveZero("atMost", atMost);
        return runner.run("look for lapsed leases", connection -> lapsed.list(connection, afterId, atMost));
    }

    List<EndingVerdict> reclaim(List<Reclaim> lapses) {
        return reclaims.reclaim(lapses);
    }

    private static Promoted promoted(ResultSet row) throws SQLException {
        Long micros = row.getObject("next_micros", Long.class);
        return new Promoted(row.getInt("promoted"), micros == null ? null : Duration.of(micros, ChronoUnit.MICROS));
    }

    private static Lapsed lapsed(ResultSet row) throws SQLException {
        return new Lapsed(
                row.getObject("id", UUID.class),
                row.getString("type"),
                row.getObject("worker", UUID.class),
                row.getInt("epoch"),
                row.getInt("attempt"),
                row.getInt("max_attempts"),
                Codes.kind(row.getInt("kind")),
                row.getString("policy"),
                row.getBoolean("is_poison"));
    }
}
