package dev.reprise.jobs.postgres;

import java.sql.SQLException;
import javax.sql.DataSource;

/** Takes a connection from the data source for each call: the client side, which reserves nothing. */
record ClientConnections(DataSource dataSource) implements Lender {
    @Override
    public <T> T lend(Work<T> work) throws SQLException {
        Lent lent = Lent.take(dataSource);
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
                lent.giveBack();
            } else {
                lent.discard();
            }
        }
    }
}
