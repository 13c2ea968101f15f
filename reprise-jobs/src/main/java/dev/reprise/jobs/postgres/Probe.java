package dev.reprise.jobs.postgres;

import java.sql.SQLException;
import java.util.UUID;
import org.postgresql.PGNotification;

/** Sends itself a word through another connection, and waits for it on the one that listens. */
final class Probe {
    private final ListenTimes times;
    private final String word = "probe " + UUID.randomUUID();
    private final Hint hint;
    private long dueAt = System.nanoTime();
    private long sentAt;
    private boolean isSent;

    Probe(Database database, ListenTimes times) {
        this.times = times;
        this.hint = new Hint(database, word);
    }

    /**
     * Sends it at the start and after each long silence. If it cannot be sent, nothing is known about the listening connection.
     *
     * @throws SQLException if it was sent and has not come back in time
     */
    void sendIfSilent() throws SQLException {
        long now = System.nanoTime();
        if (isSent) {
            if (now - sentAt > times.probeAnswer().toNanos()) {
                throw new SQLException("a probe did not come back within " + times.probeAnswer()
                        + "; is there a pooler in transaction mode? listenOn names a way around it");
            }
        } else if (now - dueAt >= 0) {
            isSent = hint.send();
            sentAt = System.nanoTime();
            dueAt = sentAt + times.probeAnswer().toNanos();
        }
    }

    /** Takes notice of what came; true if the word was among it. */
    boolean hear(PGNotification[] heard) {
        dueAt = System.nanoTime() + times.probeEvery().toNanos();
        for (PGNotification one : heard) {
            if (one.getParameter().equals(word)) {
                isSent = false;
                return true;
            }
        }
        return false;
    }
}
