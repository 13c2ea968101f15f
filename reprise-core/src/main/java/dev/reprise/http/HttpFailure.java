package dev.reprise.http;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tell classifiers which HTTP response a failure stands for; implement it in exceptions of your own.
 *
 * <p>What an implementation throws counts as: no status, no headers.
 */
public interface HttpFailure {
    /**
     * Return the status of the response.
     *
     * @return the status code, such as 429; 0 or less: there was none
     */
    int status();

    /**
     * Return the headers of the response, such as {@code HttpResponse.headers().map()}.
     *
     * @return the values by header name, in any case; empty unless overridden
     */
    default Map<String, List<String>> headers() {
        return Map.of();
    }

    /**
     * Return one header of the response; override it where headers are looked up by name.
     *
     * @param name the header's name, in any case
     * @return its first value that is not blank, or null: there is none; of {@link #headers()} unless overridden
     */
    default @Nullable String header(String name) {
        return Headers.first(headers(), Objects.requireNonNull(name, "name"));
    }
}
