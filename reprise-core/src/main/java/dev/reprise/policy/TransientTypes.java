package dev.reprise.policy;

import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/** Know the JDK's own types of connection failures and time-outs. */
final class TransientTypes {
    private TransientTypes() {}

    static boolean contain(Throwable failure) {
        return Timeouts.isTimeoutType(failure)
                || failure instanceof SocketException
                // The JDK's resolver cannot tell a name that does not exist from one that it could not ask for.
                || failure instanceof UnknownHostException
                || (failure instanceof ClosedChannelException && !(failure instanceof ClosedByInterruptException))
                || (OptionalModules.HAS_SQL && Sql.isTransient(failure));
    }

    /** What needs the module {@code java.sql}. */
    private static final class Sql {
        static boolean isTransient(Throwable failure) {
            return failure instanceof SQLTransientException
                    || (failure instanceof SQLException sql && isTransientState(state(sql)));
        }

        private static @Nullable String state(SQLException failure) {
            try {
                return failure.getSQLState();
            } catch (RuntimeException broken) {
                return null;
            }
        }

        /** Connection lost, serialization failure, deadlock, server shut down or starting, too many connections. */
        private static boolean isTransientState(@Nullable String state) {
            if (state == null) {
                return false;
            }
            return switch (state) {
                case "40001", "40P01", "57P01", "57P02", "57P03", "53300" -> true;
                default -> state.startsWith("08");
            };
        }
    }
}
