package dev.reprise.jobs.postgres;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;

/**
 * Reserves connections for one worker session: as many as were ever in use at once. A busy pool can delay the first use, and no
 * later one. A broken connection is thrown away, and the next use takes a new one.
 */
final class Connections implements Lender, AutoCloseable {
    private final DataSource dataSource;
    private final Deque<Lent> idle = new ArrayDeque<>();
    private boolean isClosed;

    Connections(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public <T> T lend(Work<T> work) throws SQLException {
        Lent lent = take();
        boolean usable = false;
        try {
            T result = work.on(lent.connection());
            usable = true;
            return result;
        } catch (SQLException e) {
            usable = lent.isUsableAfter(e);
            throw e;
        } finally {
            if (usable) {
                putBack(lent);
            } else {
                lent.discard();
            }
        }
    }

    private Lent take() throws SQLException {
        synchronized (idle) {
            if (isClosed) {
                throw new SQLException("The worker session is closed", "08003");
            }
            Lent lent = idle.pollFirst();
            if (lent != null) {
                return lent;
            }
        }
        return Lent.take(dataSource);
    }

    private void putBack(Lent lent) {
        synchronized (idle) {
            if (!isClosed) {
                idle.addFirst(lent);
                return;
            }
        }
        lent.giveBack();
    }

    @Override
    public void close() {
        Deque<Lent> last;
        synchronized (idle) {
            isClosed = true;
            last = new ArrayDeque<>(idle);
            idle.clear();
        }
        last.forEach(Lent::giveBack);
    }
}
