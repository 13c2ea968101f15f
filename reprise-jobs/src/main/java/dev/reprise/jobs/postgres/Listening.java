package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Listens on a connection of its own, on a thread of its own, until it is closed. LISTEN first, then the listener is called, so that
 * it reads what was committed before; the same after every reconnect. A probe that does not come back ends the connection:
 * it is dead, or there is a pooler in between that keeps notifications to itself.
 */
final class Listening implements Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);
    /** How soon a close is noticed. Waiting costs the server nothing. */
    private static final Duration SLICE = Duration.ofMillis(500);

    private final Database database;
    private final WakeListener listener;
    private final ListenTimes times;
    private final String channel;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Lock calling = new ReentrantLock();
    private volatile boolean isLive;
    private boolean isPollingOnly;
    private int failures;

    private Listening(Database database, WakeListener listener, ListenTimes times) {
        this.database = database;
        this.listener = listener;
        this.times = times;
        this.channel = Notifications.channel(database);
    }

    static Listening start(Database database, WakeListener listener, ListenTimes times) {
        Listening listening = new Listening(database, listener, times);
        Thread thread = new Thread(listening::run, "reprise-listen-" + database.schema());
        thread.setDaemon(true);
        thread.start();
        return listening;
    }

    @Override
    public boolean isLive() {
        return isLive && !isClosed();
    }

    @Override
    public void close() {
        closed.countDown();
        // Waits for a call that is under way.
        calling.lock();
        try {
            isLive = false;
        } finally {
            calling.unlock();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void run() {
        while (!isClosed()) {
            try {
                connectAndListen();
            } catch (SQLException | RuntimeException e) {
                isLive = false;
                failures++;
                pollOnly(e);
            }
            if (!isClosed()) {
                pause();
            }
        }
    }

    private void connectAndListen() throws SQLException {
        Lent lent = Lent.take(database.listenOn());
        boolean isSound = false;
        try {
            execute(lent.connection(), "listen " + channel);
            call(listener::onWork);
            call(listener::onCancel);
            listen(lent.connection().unwrap(PGConnection.class));
            execute(lent.connection(), "unlisten " + channel);
            isSound = true;
        } finally {
            if (isSound) {
                lent.giveBack();
            } else {
                lent.discard();
            }
        }
    }

    private void listen(PGConnection connection) throws SQLException {
        Probe probe = new Probe(database, times);
        while (!isClosed()) {
            probe.sendIfSilent();
            PGNotification[] heard = connection.getNotifications(Math.toIntExact(SLICE.toMillis()));
            if (heard != null && heard.length > 0) {
                hear(heard, probe);
            }
        }
    }

    private void hear(PGNotification[] heard, Probe probe) {
        boolean isWork = false;
        boolean isCancel = false;
        for (PGNotification one : heard) {
            isWork |= one.getParameter().equals(Notifications.WORK);
            isCancel |= one.getParameter().equals(Notifications.CANCEL);
        }
        if (probe.hear(heard) && !isLive) {
            goLive();
        }
        if (isWork) {
            call(listener::onWork);
        }
        if (isCancel) {
            call(listener::onCancel);
        }
    }

    private void goLive() {
        failures = 0;
        isLive = true;
        LOG.atLevel(isPollingOnly ? Level.INFO : Level.DEBUG).log("Notifications come through on {}", channel);
        isPollingOnly = false;
    }

    /** Says so once, and again only after notifications came through in between. */
    private void pollOnly(Exception why) {
        if (isPollingOnly) {
            LOG.debug("Still no notifications on {}", channel, why);
        } else {
            isPollingOnly = true;
            LOG.info("Polling only: no notifications come through on {}: {}", channel, why.getMessage());
        }
    }

    private void call(Runnable callback) {
        calling.lock();
        try {
            if (!isClosed()) {
                callback.run();
            }
        } catch (RuntimeException e) {
            LOG.warn("A listener of {} failed", channel, e);
        } finally {
            calling.unlock();
        }
    }

    private void pause() {
        try {
            long nanos = times.reconnect().delayNanos(Math.max(1, failures));
            if (closed.await(nanos, TimeUnit.NANOSECONDS)) {
                LOG.debug("Closed while it waited to listen on {} again", channel);
            }
        } catch (InterruptedException e) {
            // The thread is ours, and only a close ends it.
            LOG.debug("Interrupted while it waited to listen on {} again", channel, e);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(Math.toIntExact(Statements.TIMEOUT.toSeconds()));
            statement.execute(sql);
        }
    }
}
