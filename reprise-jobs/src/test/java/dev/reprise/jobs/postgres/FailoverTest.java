package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Held;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.StoreException;
import dev.reprise.jobs.store.WorkerSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A connection to a server that was demoted is of no use for ever, though it answers. After jobrunr/jobrunr#1264. */
class FailoverTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();
    private static final List<Lane> LANES = List.of(new Lane("default", "t", null));
    private static final Duration LEASE = Duration.ofMinutes(1);

    @Test
    void a_connection_to_a_read_only_server_is_thrown_away_and_the_next_call_works() throws SQLException {
        PostgresJobStore store = PostgresJobStore.on(DATABASE.dataSource());
        String name = DATABASE.ask(String.class, "select current_database()::text");
        store.enqueue(List.of(Fresh.job()));
        try (Connection admin = DATABASE.dataSource().getConnection();
                WorkerSession session = store.openSession(UUID.randomUUID())) {
            LiveDatabase.execute(admin, "alter database \"" + name + "\" set default_transaction_read_only = on");
            assertThatThrownBy(() -> session.claim(LANES, 1, LEASE)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> session.beat(List.of(), LEASE)).isInstanceOf(StoreException.class);

            LiveDatabase.execute(admin, "alter database \"" + name + "\" reset default_transaction_read_only");
            Claimed claimed = session.claim(LANES, 1, LEASE).get(0);
            assertThat(session.beat(List.of(new Held(claimed.id(), claimed.epoch())), LEASE)
                            .lost())
                    .isEmpty();
            assertThat(session.end(UUID.randomUUID(), List.of(Fresh.ending(claimed, Kind.SUCCEED, null))))
                    .allMatch(EndingVerdict::isApplied);
        }
    }
}
