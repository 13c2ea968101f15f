package dev.reprise.policy;

import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.InterruptedByTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Know the JDK's own types of connection failures and time-outs. */
final class TransientTypes {
    private static final boolean HAS_HTTP_CLIENT = isPresent("java.net.http.HttpTimeoutException");
    private static final boolean HAS_SQL = isPresent("java.sql.SQLException");

    private TransientTypes() {}

    static boolean contain(Throwable failure) {
        return failure instanceof AttemptTimeoutException
                || failure instanceof SocketException
                || failure instanceof SocketTimeoutException
                // The JDK's resolver cannot tell a name that does not exist from one that it could not ask for.
                || failure instanceof UnknownHostException
                || failure instanceof InterruptedByTimeoutException
                || (failure instanceof ClosedChannelException && !(failure instanceof ClosedByInterruptException))
                || failure instanceof TimeoutException
                || (HAS_HTTP_CLIENT && HttpClient.isTimeout(failure))
                || (HAS_SQL && Sql.isTransient(failure));
    }

    /** Ask for a type of a module that need not be there; its mention below is linked only if it is. */
    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, TransientTypes.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }

    /** What needs the module {@code java.net.http}. */
    private static final class HttpClient {
        static boolean isTimeout(Throwable failure) {
            return failure instanceof HttpTimeoutException;
        }
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
