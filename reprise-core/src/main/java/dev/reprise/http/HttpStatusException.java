package dev.reprise.http;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Throw a response whose status says that the call failed, for clients that have no exception of their own for it. */
public final class HttpStatusException extends IOException implements HttpFailure {
    private static final long serialVersionUID = 1;
    private static final int LOWEST = 100;
    private static final int HIGHEST = 999;

    private final int status;
    private final Map<String, List<String>> headers;

    /**
     * Keep the status and a copy of the headers of a response; the message names the status alone.
     *
     * @param status the status code, 100 to 999
     * @param headers the values by header name, such as {@code HttpResponse.headers().map()}; null names,
     *     null lists and null values are dropped
     * @throws IllegalArgumentException if the status is outside its range
     */
    public HttpStatusException(int status, Map<String, List<String>> headers) {
        super("HTTP status " + status);
        if (status < LOWEST || status > HIGHEST) {
            throw new IllegalArgumentException("status: " + status + " is not from " + LOWEST + " to " + HIGHEST);
        }
        Objects.requireNonNull(headers, "headers");
        Map<String, List<String>> copy = new LinkedHashMap<>();
        headers.forEach((name, values) -> {
            if (name != null && values != null) {
                copy.put(name, values.stream().filter(Objects::nonNull).toList());
            }
        });
        this.status = status;
        this.headers = Collections.unmodifiableMap(copy);
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public Map<String, List<String>> headers() {
        return headers;
    }
}
