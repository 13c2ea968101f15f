package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.store.Beat;
import dev.reprise.jobs.store.Held;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.StoreException;
import dev.reprise.jobs.store.WorkerSession;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class BeatsTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final Rows rows = new Rows(DATABASE);
    private final UUID worker = UUID.randomUUID();
    private final Beats beats = new Beats(DATABASE.database(), DATABASE.runner(), worker);

    private static boolean isRenewed(UUID id) {
        return DATABASE.ask(
                Boolean.class,
                "select lease_until > clock_timestamp() + interval '50 s' from reprise.job where id = ?",
                id);
    }

    @Test
    void what_is_held_is_renewed_and_there_is_nothing_to_tell() {
        UUID first = rows.running(worker, 1_000);
        UUID second = rows.running(worker, 1_000);

        Beat beat = beats.beat(List.of(new Held(first, 1), new Held(second, 1)), LEASE);

        assertThat(beat).isEqualTo(new Beat(List.of(), List.of(), List.of()));
        assertThat(Stream.of(first, second)).allMatch(BeatsTest::isRenewed);
    }

    @Test
    void an_older_epoch_is_lost_and_not_renewed_and_the_newer_is_a_stray() {
        UUID id = rows.running(worker, 1_000);
        rows.claim(id, worker, 1_000);

        Beat beat = beats.beat(List.of(new Held(id, 1)), LEASE);

        assertThat(beat.lost()).containsExactly(new Held(id, 1));
        assertThat(beat.strays()).containsExactly(new Beat.Stray(id, 2, 2));
        assertThat(isRenewed(id)).isFalse();
    }

    @Test
    void what_another_worker_holds_what_waits_and_what_ended_is_lost() {
        UUID taken = rows.running(UUID.randomUUID(), 1_000);
        UUID waiting = rows.ready();
        UUID ended = rows.done(3);
        UUID unknown = UUID.randomUUID();

        Beat beat = beats.beat(
                List.of(new Held(taken, 1), new Held(waiting, 0), new Held(ended, 1), new Held(unknown, 1)), LEASE);

        assertThat(beat.lost())
                .containsExactlyInAnyOrder(
                        new Held(taken, 1), new Held(waiting, 0), new Held(ended, 1), new Held(unknown, 1));
        assertThat(isRenewed(taken)).isFalse();
    }

    @Test
    void what_is_to_be_cancelled_is_renewed_and_told() {
        UUID id = rows.running(worker, 1_000);
        DATABASE.execute("update reprise.job set cancel = true where id = ?", id);

        assertThat(beats.beat(List.of(new Held(id, 1)), LEASE).cancelled()).containsExactly(new Held(id, 1));
        assertThat(isRenewed(id)).isTrue();
    }

    @Test
    void what_runs_and_was_not_named_is_a_stray_cancelled_or_not() {
        UUID first = rows.running(worker, 1_000);
        UUID second = rows.running(worker, 1_000);
        DATABASE.execute("update reprise.job set cancel = true where id = ?", second);

        Beat beat = beats.beat(List.of(), LEASE);

        assertThat(beat.strays()).containsExactlyInAnyOrder(new Beat.Stray(first, 1, 1), new Beat.Stray(second, 1, 1));
        assertThat(beat.cancelled()).isEmpty();
        assertThat(isRenewed(first)).isFalse();
    }

    @Test
    void renewals_stay_heap_only() throws Exception {
        LiveDatabase fresh = LiveDatabase.create();
        Rows few = new Rows(fresh);
        List<Held> held = Stream.generate(() -> new Held(few.running(worker, 1_000), 1))
                .limit(50)
                .toList();
        fresh.execute("select pg_stat_reset_single_table_counters('reprise.job'::regclass)");

        new Beats(fresh.database(), fresh.runner(), worker).beat(held, LEASE);

        Eventually.holds("50 updates are counted", () -> updates(fresh, "n_tup_upd") == 50);
        assertThat(updates(fresh, "n_tup_hot_upd")).isEqualTo(50);
    }

    private static long updates(LiveDatabase database, String which) {
        return database.ask(
                Long.class, "select " + which + " from pg_stat_user_tables where relid = 'reprise.job'::regclass");
    }

    @Test
    void a_renewal_does_not_wait_for_the_disk() throws Exception {
        UUID id = rows.running(worker, 1_000);
        boolean isOff = new ClientConnections(DATABASE.dataSource()).lend(connection -> {
            connection.setAutoCommit(false);
            new Beats(DATABASE.database(), new Runner(lender(connection), "reprise"), worker)
                    .beat(List.of(new Held(id, 1)), LEASE);
            String setting = new Query<>("show synchronous_commit", row -> row.getString(1)).one(connection);
            connection.commit();
            String after = new Query<>("show synchronous_commit", row -> row.getString(1)).one(connection);
            connection.commit();
            connection.setAutoCommit(true);
            return setting.equals("off") && after.equals("on");
        });

        assertThat(isOff).isTrue();
    }

    private static Lender lender(Connection connection) {
        return new Lender() {
            @Override
            public <T> T lend(Work<T> work) throws SQLException {
                return work.on(connection);
            }
        };
    }

    /** One of the rows may be locked for as long as somebody's transaction lasts. */
    @Test
    void a_row_locked_by_another_transaction_holds_up_no_other_rows_renewal() throws Exception {
        UUID locked = rows.running(worker, 1_000);
        UUID free = rows.running(worker, 1_000);
        try (Connection other = DATABASE.dataSource().getConnection()) {
            other.setAutoCommit(false);
            LiveDatabase.execute(other, "select from reprise.job where id = ? for update", locked);

            Beat beat = beats.beat(List.of(new Held(locked, 1), new Held(free, 1)), LEASE);

            assertThat(beat).isEqualTo(new Beat(List.of(), List.of(), List.of(), List.of(new Held(locked, 1))));
            assertThat(isRenewed(free)).isTrue();
            assertThat(isRenewed(locked)).isFalse();
            other.rollback();
        }
        assertThat(beats.beat(List.of(new Held(locked, 1), new Held(free, 1)), LEASE)
                        .unrenewed())
                .isEmpty();
        assertThat(isRenewed(locked)).isTrue();
    }

    @Test
    void a_beat_takes_no_longer_than_a_sixth_of_the_lease_from_1_to_30_seconds() {
        assertThat(Beats.timeout(Duration.ofSeconds(60))).isEqualTo(Duration.ofSeconds(10));
        assertThat(Beats.timeout(Duration.ofMillis(50))).isEqualTo(Duration.ofSeconds(1));
        assertThat(Beats.timeout(Duration.ofDays(1))).isEqualTo(Duration.ofSeconds(30));
    }

    /** One beat is lost to a lock that nobody gives back, and the next one works. */
    @Test
    void a_locked_table_is_an_error_after_the_time_out_and_the_next_call_works() throws Exception {
        UUID id = rows.running(worker, 40_000);
        try (Connection other = DATABASE.dataSource().getConnection()) {
            other.setAutoCommit(false);
            LiveDatabase.execute(other, "lock table reprise.job in access exclusive mode");

            assertThatThrownBy(() -> beats.beat(List.of(new Held(id, 1)), Duration.ofSeconds(6)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("renew leases");
            other.rollback();
        }
        assertThat(beats.beat(List.of(new Held(id, 1)), LEASE).lost()).isEmpty();
        assertThat(isRenewed(id)).isTrue();
    }

    @Test
    void a_lease_of_zero_is_refused() {
        assertThatThrownBy(() -> beats.beat(List.of(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lease: PT0S is not above zero");
    }

    @Test
    void beats_pass_while_others_wait_for_a_connection() throws Exception {
        UUID id = rows.running(worker, 1_000);
        List<Held> held = List.of(new Held(id, 1));
        Semaphore left = new Semaphore(2);
        PostgresJobStore store = PostgresJobStore.on(blockingWhenSpent(left));
        try (WorkerSession session = store.openSession(worker)) {
            session.beat(held, LEASE);
            left.drainPermits();
            CompletableFuture<Integer> claim = CompletableFuture.supplyAsync(
                    () -> session.claim(List.of(new Lane("nothing", "here", null)), 1, LEASE)
                            .size(),
                    command -> new Thread(command).start());
            Eventually.holds("the claim waits for a connection", left::hasQueuedThreads);

            DATABASE.execute("update reprise.job set lease_until = clock_timestamp() where id = ?", id);
            assertThat(session.beat(held, LEASE).lost()).isEmpty();
            assertThat(isRenewed(id)).isTrue();
            assertThat(claim).isNotDone();

            left.release();
            assertThat(claim.get(30, TimeUnit.SECONDS)).isZero();
        }
    }

    private static DataSource blockingWhenSpent(Semaphore left) {
        return (DataSource) Proxy.newProxyInstance(
                BeatsTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    left.acquire();
                    return DATABASE.dataSource().getConnection();
                });
    }
}
