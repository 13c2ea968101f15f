package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.jobs.When;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Mark;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SessionZoneTest {
    private static final Instant DUE = Instant.parse("2020-03-29T01:30:00.123456Z");

    @Test
    void instants_are_the_same_in_a_session_of_another_zone() {
        LiveDatabase database = LiveDatabase.create();
        String name = database.ask(String.class, "select current_database()::text");
        // Chatham: 45 minutes off the hour, and far from every zone that a build machine has.
        database.execute("alter database " + name + " set timezone = 'Pacific/Chatham'");
        database.execute("alter database " + name + " set datestyle = 'SQL, DMY'");
        PostgresJobStore store = PostgresJobStore.on(database.dataSource());
        NewJob enqueued = Fresh.job(When.at(DUE), List.of(), null, null);
        NewJob copied = Fresh.job(When.at(DUE), List.of(), null, null);
        store.enqueue(List.of(enqueued));
        store.copy(List.of(copied).iterator());

        assertThat(store.find(enqueued.id()).orElseThrow().dueAt()).isEqualTo(DUE);
        assertThat(store.find(copied.id()).orElseThrow().dueAt()).isEqualTo(DUE);
        Instant sortAt = DUE.minus(Duration.ofMinutes(7));
        try (WorkerSession session = store.openSession(UUID.randomUUID())) {
            Mark second = new Mark(sortAt, copied.id());
            Mark behind = new Mark(sortAt.plusNanos(1_000), new UUID(0, 0));
            assertThat(session.claim(List.of(new Lane("default", "t", behind)), 9, Duration.ofMinutes(1)))
                    .isEmpty();
            assertThat(session.claim(List.of(new Lane("default", "t", second)), 9, Duration.ofMinutes(1)))
                    .extracting(Claimed::id, Claimed::sortAt)
                    .containsExactly(tuple(copied.id(), sortAt));
        }
    }
}
