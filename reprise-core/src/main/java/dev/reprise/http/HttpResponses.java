package dev.reprise.http;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Read a result that is an HTTP response, whichever client returned it.
 *
 * <p>Read are, without a dependency on them, the responses of {@code java.net.http.HttpClient}, OkHttp, Retrofit, Feign
 * and JAX-RS ({@code jakarta.ws.rs} and {@code javax.ws.rs}), and Spring's {@code ResponseEntity}. A body is never
 * touched. A getter that throws, or that may not be called, means that there is no status or header.
 */
public final class HttpResponses {
    private HttpResponses() {}

    /**
     * Read the status of a response.
     *
     * @param response any result, even null
     * @return the status code, such as 429; 0 if the result is no known response
     */
    public static int status(@Nullable Object response) {
        try {
            return response == null ? 0 : Math.max(0, Shapes.status(response));
        } catch (Throwable broken) {
            passOnFatal(broken);
            return 0;
        }
    }

    /**
     * Read one header of a response.
     *
     * @param response any result, even null
     * @param name the header's name, in any case
     * @return its first value, or null if there is none, or the result is no known response
     */
    public static @Nullable String header(@Nullable Object response, String name) {
        Objects.requireNonNull(name, "name");
        try {
            return response == null ? null : Shapes.header(response, name);
        } catch (Throwable broken) {
            passOnFatal(broken);
            return null;
        }
    }

    /** Pass on what no reader may swallow; of anything else that a getter throws, nothing is told. */
    static void passOnFatal(Throwable broken) {
        if (broken instanceof VirtualMachineError fatal) {
            throw fatal;
        }
    }
}
