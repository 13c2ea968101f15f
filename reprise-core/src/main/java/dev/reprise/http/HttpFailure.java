package dev.reprise.http;

import java.util.List;
import java.util.Map;

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
}
