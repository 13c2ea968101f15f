package dev.reprise.http;

import dev.reprise.internal.Wrappers;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Read the HTTP response that a failure stands for, whichever library threw it.
 *
 * <p>Read are {@link HttpFailure} and, without a dependency on them, the response exceptions of Spring's
 * {@code RestClient}, {@code RestTemplate}, {@code WebClient} and {@code ErrorResponseException}, and of Apache
 * HttpClient 5 and 4, which carry no headers. {@link CompletionException}, {@link ExecutionException},
 * {@link UndeclaredThrowableException} and {@link InvocationTargetException} are looked through, at most 16 deep. A
 * getter that throws, or that may not be called, means that there is no status or header.
 */
public final class HttpFailures {
    private HttpFailures() {}

    /**
     * Read the status of the response.
     *
     * @param failure any failure
     * @return the status code, such as 429; 0 if the failure tells none
     */
    public static int status(Throwable failure) {
        Throwable teller = teller(failure);
        try {
            int status = teller instanceof HttpFailure http ? http.status() : FailureShape.status(teller);
            return Math.max(0, status);
        } catch (Throwable broken) {
            passOnFatal(broken);
            return 0;
        }
    }

    /**
     * Read one header of the response.
     *
     * @param failure any failure
     * @param name the header's name, in any case
     * @return its first value (of an {@link HttpFailure} the first that is not blank), or null if the failure tells none
     */
    public static @Nullable String header(Throwable failure, String name) {
        Objects.requireNonNull(name, "name");
        Throwable teller = teller(failure);
        try {
            return teller instanceof HttpFailure http
                    ? Headers.first(http.headers(), name)
                    : FailureShape.header(teller, name);
        } catch (Throwable broken) {
            passOnFatal(broken);
            return null;
        }
    }

    /**
     * Read how long the server asked to wait, as {@link RetryAfter} does, whatever the status.
     *
     * @param failure any failure
     * @param now the instant of the failure
     * @return the hint, longer than zero; or null: the failure tells none, or it is not usable
     */
    public static @Nullable Duration hint(Throwable failure, Instant now) {
        return RetryAfter.find(name -> header(failure, name), now);
    }

    private static Throwable teller(Throwable failure) {
        // A wrapper that tells a status of its own is asked itself.
        return Objects.requireNonNull(failure, "failure") instanceof HttpFailure ? failure : Wrappers.unwrap(failure);
    }

    private static void passOnFatal(Throwable broken) {
        if (broken instanceof VirtualMachineError fatal) {
            throw fatal;
        }
    }
}
