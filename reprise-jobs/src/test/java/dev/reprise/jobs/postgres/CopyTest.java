package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.When;
import dev.reprise.jobs.store.NewJob;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CopyTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final PostgresJobStore store = PostgresJobStore.on(DATABASE.dataSource());

    @BeforeEach
    void empty() {
        DATABASE.execute("truncate reprise.job, reprise.job_done, reprise.job_key");
    }

    @Test
    void a_copied_row_is_like_an_enqueued_one() {
        List<When> dues = List.of(
                When.NOW,
                When.after(Duration.ofHours(2)),
                When.at(Instant.parse("2001-02-03T04:05:06.123456Z")),
                When.at(Instant.MAX));
        for (When due : dues) {
            for (String key : new String[] {null, "k" + due}) {
                NewJob job = Fresh.job(due, List.of("a \"b\\c", "é", "{,}"), key, null);
                NewJob twin = Fresh.job(due, job.tags(), key == null ? null : key + " twin", null);
                store.copy(List.of(job).iterator());
                store.enqueue(List.of(twin));

                Job copied = store.find(job.id()).orElseThrow();
                Job enqueued = store.find(twin.id()).orElseThrow();
                assertThat(copied)
                        .usingRecursiveComparison()
                        .ignoringFields("id", "key", "createdAt", "dueAt", "deadline")
                        .isEqualTo(enqueued);
                assertThat(copied.tags()).isEqualTo(job.tags());
                assertThat(copied.key()).isEqualTo(key);
                assertThat(Duration.between(copied.dueAt(), enqueued.dueAt()).abs())
                        .isLessThan(Duration.ofMinutes(1));
                assertThat(DATABASE.count(
                                "reprise.job where id in (?, ?) and sort_at = due_at - interval '7 minutes'",
                                job.id(),
                                twin.id()))
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void jobs_with_and_without_keys_may_be_mixed_and_the_first_of_a_key_wins() {
        NewJob first = Fresh.keyed("a");
        long added = store.copy(List.of(
                        Fresh.job(),
                        first,
                        Fresh.keyed("a"),
                        Fresh.job(),
                        Fresh.job("b", "r"),
                        Fresh.job("c", "r"),
                        Fresh.job())
                .iterator());

        assertThat(added).isEqualTo(5);
        assertThat(DATABASE.count("reprise.job")).isEqualTo(5);
        assertThat(DATABASE.count("reprise.job_key where job = ?", first.id())).isEqualTo(1);
        assertThat(DATABASE.count("reprise.job_key where key = 'c'")).isZero();
    }

    @Test
    void large_payloads_and_many_portions_of_keyed_jobs_lose_nothing() {
        Iterator<NewJob> jobs = IntStream.range(0, 20_000)
                .mapToObj(i -> i % 2 == 0 ? Fresh.job() : Fresh.keyed("many" + i))
                .iterator();

        assertThat(store.copy(jobs)).isEqualTo(20_000);
        assertThat(DATABASE.count("reprise.job")).isEqualTo(20_000);
        assertThat(DATABASE.count("reprise.job_key")).isEqualTo(10_000);
    }

    @Test
    void a_stream_that_breaks_adds_nothing() {
        Iterator<NewJob> broken = Stream.concat(
                        Stream.generate(() -> Fresh.keyed("x")).limit(5),
                        Stream.generate(Fresh::job).limit(5000))
                .peek(job -> {
                    if (job.key() == null && job.id().getLeastSignificantBits() % 1000 == 0) {
                        throw new IllegalStateException("broken");
                    }
                })
                .iterator();

        assertThatThrownBy(() -> store.copy(broken)).hasMessage("broken");
        assertThat(DATABASE.count("reprise.job")).isZero();
        assertThat(DATABASE.count("reprise.job_key")).isZero();
    }

    @Test
    void the_callers_transaction_decides() throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(store.copy(
                            connection, List.of(Fresh.job(), Fresh.keyed("k")).iterator()))
                    .isEqualTo(2);
            assertThat(store.copy(
                            connection,
                            List.of(Fresh.keyed("k"), Fresh.keyed("l")).iterator()))
                    .isEqualTo(1);
            connection.rollback();
            assertThat(DATABASE.count("reprise.job")).isZero();

            store.copy(connection, List.of(Fresh.job(), Fresh.keyed("k")).iterator());
            connection.commit();
            assertThat(DATABASE.count("reprise.job")).isEqualTo(2);
        }
    }

    @Test
    void in_the_callers_transaction_a_copy_has_a_time_out_of_ten_minutes_and_the_callers_comes_back()
            throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            LiveDatabase.execute(connection, "set local statement_timeout = '42s'");
            List<String> during = new ArrayList<>();
            Iterator<NewJob> jobs = List.of(Fresh.job(), Fresh.keyed("k")).iterator();
            Iterator<NewJob> looking = new Iterator<>() {
                @Override
                public boolean hasNext() {
                    if (during.isEmpty()) {
                        during.add(timeout(connection));
                    }
                    return jobs.hasNext();
                }

                @Override
                public NewJob next() {
                    return jobs.next();
                }
            };

            store.copy(connection, looking);

            assertThat(during).containsExactly("10min");
            assertThat(timeout(connection)).isEqualTo("42s");

            Iterator<NewJob> broken = Stream.<NewJob>generate(() -> {
                        throw new IllegalStateException("broken");
                    })
                    .iterator();
            assertThatThrownBy(() -> store.copy(connection, broken)).hasMessage("broken");
            assertThat(timeout(connection)).isEqualTo("42s");
            connection.rollback();
        }
    }

    private static String timeout(Connection connection) {
        try {
            return new Query<>("show statement_timeout", row -> row.getString(1)).one(connection);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
