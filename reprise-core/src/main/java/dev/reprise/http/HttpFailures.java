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
 * <p>Read are {@link HttpFailure} and, without a dependency on them, the exceptions of these libraries:
 *
 * <ul>
 *   <li>Spring's {@code RestClient}, {@code RestTemplate} and {@code WebClient}, and {@code ErrorResponseException};
 *   <li>Apache HttpClient 5 and 4, which carry no headers;
 *   <li>Retrofit, with OkHttp below it, and Feign;
 *   <li>JAX-RS, {@code jakarta.ws.rs} and {@code javax.ws.rs};
 *   <li>AWS SDK 2; a status 400 that the SDK takes for throttling is told as 429;
 *   <li>gRPC, whose trailers are told as headers, and whose codes as the status that a retry treats alike: those of
 *       {@code google/rpc/code.proto}, but ABORTED is 503 (the caller may start its read-modify-write again),
 *       UNIMPLEMENTED 404 and DATA_LOSS 410 (neither goes away).
 * </ul>
 *
 * <p>{@link CompletionException}, {@link ExecutionException}, {@link UndeclaredThrowableException} and
 * {@link InvocationTargetException} are looked through, at most 16 deep. A getter that throws, or that may not be called,
 * means that there is no status or header.
 */
public final class HttpFailures {
    /** Whether failures of a class tell nothing, which is all that is to be known of most. */
    private static final ClassValue<Boolean> SILENT = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return !HttpFailure.class.isAssignableFrom(type) && !Wrappers.areWrappers(type) && !Shapes.know(type);
        }
    };

    private HttpFailures() {}

    /**
     * Read the status of the response.
     *
     * @param failure any failure
     * @return the status code, such as 429; 0 if the failure tells none
     */
    public static int status(Throwable failure) {
        if (SILENT.get(Objects.requireNonNull(failure, "failure").getClass())) {
            return 0;
        }
        Throwable teller = teller(failure);
        try {
            return teller instanceof HttpFailure http ? Math.max(0, http.status()) : HttpResponses.status(teller);
        } catch (Throwable broken) {
            HttpResponses.passOnFatal(broken);
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
            return teller instanceof HttpFailure http ? http.header(name) : HttpResponses.header(teller, name);
        } catch (Throwable broken) {
            HttpResponses.passOnFatal(broken);
            return null;
        }
    }

    /**
     * Read how long the server asked to wait, as {@link RetryAfter} does, whatever the status.
     *
     * <p>Of a failure without such a header, or with one that is not usable: gRPC's {@code grpc-retry-pushback-ms}, or the instant that Feign's
     * {@code RetryableException} keeps.
     *
     * @param failure any failure
     * @param now the instant of the failure
     * @return the hint, longer than zero; or null: the failure tells none, or it is not usable
     */
    public static @Nullable Duration hint(Throwable failure, Instant now) {
        Duration hint = RetryAfter.find(name -> header(failure, name), now);
        if (hint == null) {
            hint = Grpc.pushback(header(failure, Grpc.PUSHBACK));
        }
        return hint == null ? untilRetry(failure, now) : hint;
    }

    private static @Nullable Duration untilRetry(Throwable failure, Instant now) {
        try {
            Instant at = Shapes.retryAt(teller(failure));
            return at == null ? null : RetryAfter.usable(Duration.between(now, at));
        } catch (Throwable broken) {
            HttpResponses.passOnFatal(broken);
            return null;
        }
    }

    private static Throwable teller(Throwable failure) {
        // A wrapper that tells a status of its own is asked itself.
        return Objects.requireNonNull(failure, "failure") instanceof HttpFailure ? failure : Wrappers.unwrap(failure);
    }
}
