package dev.reprise.policy;

import dev.reprise.internal.Wrappers;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.InterruptedByTimeoutException;
import java.sql.SQLTimeoutException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/**
 * Tell time-outs from other failures: whoever waited in vain has cost the server more than whoever was refused.
 *
 * <p>Time-outs are {@link AttemptTimeoutException}; the JDK's types in {@code java.net}, {@code java.nio},
 * {@code java.net.http}, {@code java.sql} and {@code java.util.concurrent} with their subclasses; and failures whose
 * simple name is one of the time-outs among the transient names of {@link FailureTaxonomy}, such as {@code ReadTimeout} or
 * {@code ConnectTimeoutException}.
 */
public final class Timeouts {
    /** The names among those of {@link TransientNames} that tell of a time-out. */
    static final Set<String> NAMES = Set.of(
            "Timeout",
            "TimeoutError",
            "TimeoutException",
            "ConnectTimeout",
            "ConnectTimeoutError",
            "ConnectTimeoutException",
            "ReadTimeout",
            "ReadTimeoutError",
            "ReadTimeoutException",
            "WriteTimeout",
            "WriteTimeoutException",
            "PoolTimeout",
            "PoolTimeoutException",
            "ServerTimeoutError",
            "ServerTimeoutException");

    private Timeouts() {}

    /**
     * Tell whether a failure is a time-out. Allocates nothing and asks the failure for nothing but its cause.
     *
     * @param failure what an attempt threw; known wrappers of the JDK are looked through
     * @return true for the types and names above
     */
    public static boolean isTimeout(Throwable failure) {
        Throwable inner = Wrappers.unwrap(Objects.requireNonNull(failure, "failure"));
        return isTimeoutType(inner) || NAMES.contains(SimpleNames.of(inner.getClass()));
    }

    /** Tell by type alone, of a failure that is already unwrapped. */
    static boolean isTimeoutType(Throwable failure) {
        return failure instanceof AttemptTimeoutException
                || failure instanceof SocketTimeoutException
                || failure instanceof InterruptedByTimeoutException
                || failure instanceof TimeoutException
                || (OptionalModules.HAS_HTTP_CLIENT && HttpClient.isTimeout(failure))
                || (OptionalModules.HAS_SQL && Sql.isTimeout(failure));
    }

    /** What needs the module {@code java.net.http}. */
    private static final class HttpClient {
        static boolean isTimeout(Throwable failure) {
            return failure instanceof HttpTimeoutException;
        }
    }

    /** What needs the module {@code java.sql}. */
    private static final class Sql {
        static boolean isTimeout(Throwable failure) {
            return failure instanceof SQLTimeoutException;
        }
    }
}
