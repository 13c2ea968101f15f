package dev.reprise.jobs.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one word to whoever listens. Sending takes a lock that the whole server shares, so that callers share sends: one is on
 * its way, one waits for it, and all others rely on the one that waits, which starts after they asked.
 */
final class Hint {
    private static final Logger LOG = LoggerFactory.getLogger(Hint.class);

    private final Lender lender;
    private final Query<String> notify;
    private final String channel;
    private final String word;
    private final AtomicBoolean isAwaited = new AtomicBoolean();
    private final Lock sending = new ReentrantLock();

    Hint(Database database, String word) {
        this.lender = new ClientConnections(database.dataSource());
        this.notify = new Query<>(database.sql("notification").get("notify"), row -> row.getString(1));
        this.channel = Notifications.channel(database);
        this.word = word;
    }

    /** Sends it, or relies on a send that has not started; a failure is no failure of what it hints at, and only answers false. */
    boolean send() {
        if (!isAwaited.compareAndSet(false, true)) {
            return true;
        }
        sending.lock();
        try {
            isAwaited.set(false);
            lender.lend(this::send);
            return true;
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Could not notify {} on {}; workers find out at their next poll", word, channel, e);
            return false;
        } finally {
            sending.unlock();
        }
    }

    private String send(Connection connection) throws SQLException {
        return notify.one(connection, channel, word);
    }
}
