package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class ListeningTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Backoff AT_ONCE = Backoff.constant(Duration.ofMillis(10));
    private static final ListenTimes PATIENT = new ListenTimes(LONG, LONG, AT_ONCE);

    private final LiveDatabase database = LiveDatabase.create();
    private final Notifications notifications = new Notifications(database.database());
    private final Heard heard = new Heard();

    /** Counts calls. */
    private static final class Heard implements WakeListener {
        final AtomicInteger work = new AtomicInteger();
        final AtomicInteger cancel = new AtomicInteger();

        @Override
        public void onWork() {
            work.incrementAndGet();
        }

        @Override
        public void onCancel() {
            cancel.incrementAndGet();
        }
    }

    private Subscription listen(ListenTimes times) {
        return Listening.start(database.database(), heard, times);
    }

    private void killListener() {
        database.execute("select pg_terminate_backend(pid) from pg_stat_activity"
                + " where datname = current_database() and query = 'listen reprise_jobs'");
    }

    @Test
    void the_listener_is_called_once_it_listens_and_at_every_hint() throws Exception {
        try (Subscription subscription = listen(PATIENT)) {
            Eventually.holds("the subscription is live", subscription::isLive);
            assertThat(heard.work).hasValue(1);
            assertThat(heard.cancel).hasValue(1);

            notifications.wake();
            Eventually.holds("the hint of work came", () -> heard.work.get() == 2);
            notifications.wakeForCancel();
            Eventually.holds("the hint of a cancel came", () -> heard.cancel.get() == 2);
            assertThat(heard.work).hasValue(2);
        }
    }

    /** After graphile/worker#541, hangfire-postgres/Hangfire.PostgreSql#410, bullmq#4729 and oban-bg/oban#1499. */
    @Test
    void a_connection_that_dies_is_replaced_and_the_listener_is_called_at_once() throws Exception {
        try (Subscription subscription = listen(PATIENT)) {
            for (int death = 1; death <= 3; death++) {
                Eventually.holds("the subscription is live", subscription::isLive);
                int before = heard.work.get();

                killListener();

                Eventually.holds("the listener is called without a hint", () -> heard.work.get() == before + 1);
                Eventually.holds("the subscription is live again", subscription::isLive);
                notifications.wake();
                Eventually.holds("hints come through", () -> heard.work.get() == before + 2);
            }
        }
    }

    @Test
    void where_no_probe_comes_back_it_never_is_live_and_goes_on_trying() throws Exception {
        // Notifications stay within one database: LISTEN works here, and nothing ever comes.
        DataSource deaf = LiveDatabase.other();
        Database behindPooler = new Database(database.dataSource(), deaf, Database.DEFAULT_SCHEMA);
        try (Subscription subscription = Listening.start(behindPooler, heard, new ListenTimes(LONG, SHORT, AT_ONCE))) {
            Eventually.holds("it has tried three times", () -> {
                assertThat(subscription.isLive()).isFalse();
                return heard.work.get() >= 3;
            });
        }
    }

    @Test
    void behind_pgbouncer_it_polls_only_and_a_way_around_makes_it_live() throws Exception {
        assumeThat(PgBouncer.program()).as("PgBouncer is installed").isPresent();
        try (PgBouncer bouncer = PgBouncer.before(LiveDatabase.server())) {
            DataSource pooled = bouncer.dataSource(database.ask(String.class, "select current_database()::text"));
            ListenTimes times = new ListenTimes(LONG, Duration.ofMillis(500), AT_ONCE);
            Heard pollingOnly = new Heard();
            Database around = new Database(pooled, database.dataSource(), Database.DEFAULT_SCHEMA);
            try (Subscription through = Listening.start(Database.on(pooled), pollingOnly, times);
                    Subscription direct = Listening.start(around, heard, PATIENT)) {
                Eventually.holds("the direct one is live", direct::isLive);
                Eventually.holds("the other has tried twice", () -> pollingOnly.work.get() >= 2);
                assertThat(through.isLive()).isFalse();

                int before = heard.work.get();
                new Notifications(around).wake();
                Eventually.holds("a hint sent through the pooler comes", () -> heard.work.get() > before);
            }
        }
    }

    @Test
    void a_silent_connection_is_probed_again() throws Exception {
        AtomicInteger probes = new AtomicInteger();
        try (Subscription subscription = listen(new ListenTimes(SHORT, LONG, AT_ONCE));
                var witness = database.dataSource().getConnection()) {
            LiveDatabase.execute(witness, "listen reprise_jobs");
            Eventually.holds("three probes were sent", () -> {
                var seen = witness.unwrap(org.postgresql.PGConnection.class).getNotifications(100);
                for (var one : seen == null ? new org.postgresql.PGNotification[0] : seen) {
                    probes.addAndGet(one.getParameter().startsWith("probe ") ? 1 : 0);
                }
                return probes.get() >= 3;
            });
            assertThat(subscription.isLive()).isTrue();
            assertThat(heard.work).hasValue(1);
        }
    }

    @Test
    void a_database_that_is_away_is_tried_again() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        DataSource away = (DataSource) java.lang.reflect.Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (tries.incrementAndGet() < 4) {
                        throw new java.sql.SQLException("away", "08001");
                    }
                    return database.dataSource().getConnection();
                });
        Database flaky = new Database(database.dataSource(), away, Database.DEFAULT_SCHEMA);
        try (Subscription subscription = Listening.start(flaky, heard, PATIENT)) {
            Eventually.holds("the subscription is live", subscription::isLive);
            assertThat(tries).hasValue(4);
        }
    }

    @Test
    void a_listener_that_throws_is_called_again() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        WakeListener broken = new WakeListener() {
            @Override
            public void onWork() {
                calls.incrementAndGet();
                throw new IllegalStateException("broken");
            }

            @Override
            public void onCancel() {
                // Not asked for here.
            }
        };
        try (Subscription subscription = Listening.start(database.database(), broken, PATIENT)) {
            Eventually.holds("the subscription is live", subscription::isLive);
            notifications.wake();
            Eventually.holds("the second call", () -> calls.get() == 2);
        }
    }

    @Test
    void a_close_waits_for_the_call_under_way_and_there_is_none_after_it() throws Exception {
        CountDownLatch inCall = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        WakeListener slow = new WakeListener() {
            @Override
            public void onWork() {
                inCall.countDown();
                try {
                    goOn.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                ended.incrementAndGet();
            }

            @Override
            public void onCancel() {
                ended.addAndGet(100);
            }
        };
        Subscription subscription = Listening.start(database.database(), slow, PATIENT);
        inCall.await(30, TimeUnit.SECONDS);
        Thread closer = new Thread(subscription::close);
        closer.start();
        Eventually.holds("the close waits", () -> closer.getState() == Thread.State.WAITING || !closer.isAlive());
        assertThat(closer.isAlive()).isTrue();
        goOn.countDown();
        closer.join(30_000);

        assertThat(closer.isAlive()).isFalse();
        assertThat(ended).hasValue(1);
        Eventually.holds(
                "nobody listens any more",
                () -> database.count("pg_stat_activity where datname = current_database() and query like 'listen%'")
                        == 0);
    }

    @Test
    void a_cancel_of_a_running_job_is_heard_and_a_closed_session_hears_nothing() throws Exception {
        PostgresJobStore store = PostgresJobStore.on(database.dataSource());
        UUID id = new Rows(database).running(UUID.randomUUID(), 60_000);
        WorkerSession session = store.openSession(UUID.randomUUID());
        Subscription subscription = session.subscribe(heard);
        Eventually.holds("the subscription is live", subscription::isLive);

        assertThat(store.cancel(id)).isEqualTo(new CancelResult.Requested());
        Eventually.holds("the cancel is heard", () -> heard.cancel.get() == 2);
        store.wake();
        Eventually.holds("the wake is heard", () -> heard.work.get() == 2);
        session.close();

        assertThat(subscription.isLive()).isFalse();
    }
}
