package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

class HintTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    /** Lets a test look at each connection that is about to be taken. */
    private static Database watched(Before before) {
        DataSource watched = (DataSource) Proxy.newProxyInstance(
                HintTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        before.connection();
                    }
                    try {
                        return method.invoke(DATABASE.dataSource(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return Database.on(watched);
    }

    private interface Before {
        void connection() throws Exception;
    }

    @Test
    void a_hint_is_a_constant_word_on_the_channel_of_the_schema() throws Exception {
        try (Connection connection = DATABASE.dataSource().getConnection()) {
            LiveDatabase.execute(connection, "listen reprise_jobs");

            assertThat(new Hint(DATABASE.database(), Notifications.WORK).send()).isTrue();

            PGNotification[] heard = connection.unwrap(PGConnection.class).getNotifications(10_000);
            assertThat(heard).hasSize(1);
            assertThat(heard[0].getName() + " " + heard[0].getParameter()).isEqualTo("reprise_jobs work");
        }
    }

    @Test
    void callers_share_the_send_that_starts_after_they_asked() throws Exception {
        AtomicInteger sends = new AtomicInteger();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Hint hint = new Hint(
                watched(() -> {
                    sends.incrementAndGet();
                    started.countDown();
                    goOn.await(30, TimeUnit.SECONDS);
                }),
                "word");
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(hint::send, HintTest::onThread);
        started.await(30, TimeUnit.SECONDS);

        // The first send may have started before the others' commits: one more is needed, and one is enough.
        AtomicInteger returned = new AtomicInteger();
        List<CompletableFuture<Integer>> others = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            others.add(CompletableFuture.supplyAsync(hint::send, HintTest::onThread)
                    .thenApply(sent -> returned.incrementAndGet()));
        }
        Eventually.holds("all but the one that waits have returned", () -> returned.get() == 19);
        assertThat(first).isNotDone();
        goOn.countDown();
        for (CompletableFuture<Integer> other : others) {
            other.get(30, TimeUnit.SECONDS);
        }

        assertThat(first.get(30, TimeUnit.SECONDS)).isTrue();
        assertThat(sends).hasValue(2);
    }

    @Test
    void a_hint_that_cannot_be_sent_is_lost_in_silence_and_the_next_one_is_sent() {
        AtomicInteger sends = new AtomicInteger();
        Hint hint = new Hint(
                watched(() -> {
                    if (sends.incrementAndGet() == 1) {
                        throw new SQLException("no connection", "08001");
                    }
                }),
                "word");

        assertThat(hint.send()).isFalse();
        assertThat(hint.send()).isTrue();
    }

    private static void onThread(Runnable command) {
        new Thread(command).start();
    }

    @Test
    void an_enqueue_in_the_callers_transaction_does_not_notify_and_a_wake_does() throws Exception {
        PostgresJobStore store = PostgresJobStore.on(DATABASE.dataSource());
        try (Connection listener = DATABASE.dataSource().getConnection();
                Connection caller = DATABASE.dataSource().getConnection()) {
            LiveDatabase.execute(listener, "listen reprise_jobs");
            caller.setAutoCommit(false);
            store.enqueue(caller, List.of(Fresh.job()));
            store.copy(caller, List.of(Fresh.job()).iterator());
            caller.commit();
            DATABASE.execute("select pg_notify('reprise_jobs', 'committed')");
            store.wake();
            store.enqueue(List.of(Fresh.job()));
            DATABASE.execute("select pg_notify('reprise_jobs', 'end')");

            List<String> heard = new ArrayList<>();
            Eventually.holds("all has come", () -> {
                for (PGNotification one : listener.unwrap(PGConnection.class).getNotifications(100)) {
                    heard.add(one.getParameter());
                }
                return heard.contains("end");
            });
            assertThat(heard).containsExactly("committed", Notifications.WORK, Notifications.WORK, "end");
        }
    }
}
