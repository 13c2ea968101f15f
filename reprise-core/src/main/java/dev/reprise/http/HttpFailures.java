package dev.reprise.http;

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
 * HttpClient 5 and 4, which carry no headers. Known wrappers are looked through first, see {@link #unwrap}. A getter
 * that throws, or that may not be called, means that there is no status or header.
 */
public final class HttpFailures {
    private static final int MAX_DEPTH = 16;

    private HttpFailures() {}

    /**
     * Look through {@link CompletionException}, {@link ExecutionException}, {@link UndeclaredThrowableException} and
     * {@link InvocationTargetException}, which say nothing themselves; at most 16 of them, so that a loop ends. Their
     * subclasses are failures of their own.
     *
     * @param failure any failure
     * @return the first failure that is no wrapper, or the last wrapper that could be looked into
     */
    public static Throwable unwrap(Throwable failure) {
        Throwable inner = Objects.requireNonNull(failure, "failure");
        for (int depth = 0; depth < MAX_DEPTH && isWrapper(inner.getClass()); depth++) {
            Throwable cause = inner.getCause();
            if (cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }

    /**
     * Read the status of the response.
     *
     * @param failure any failure
     * @return the status code, such as 429; 0 if the failure tells none
     */
    public static int status(Throwable failure) {
        Throwable inner = unwrap(failure);
        try {
            int status = inner instanceof HttpFailure http ? http.status() : FailureShape.status(inner);
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
        Throwable inner = unwrap(failure);
        try {
            return inner instanceof HttpFailure http
                    ? Headers.first(http.headers(), name)
                    : FailureShape.header(inner, name);
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

    private static boolean isWrapper(Class<?> type) {
        return type == CompletionException.class
                || type == ExecutionException.class
                || type == UndeclaredThrowableException.class
                || type == InvocationTargetException.class;
    }

    private static void passOnFatal(Throwable broken) {
        if (broken instanceof VirtualMachineError fatal) {
            throw fatal;
        }
    }
}
