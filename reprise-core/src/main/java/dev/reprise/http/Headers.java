package dev.reprise.http;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Look headers up by name, in any case. */
final class Headers {
    private Headers() {}

    /**
     * Return the first value of that name that is not blank, or null. Maps of clients come here, and the JDK's
     * {@code HttpURLConnection} keeps the status line under the name null.
     */
    static @Nullable String first(Map<String, ? extends Collection<String>> headers, String name) {
        for (Map.Entry<String, ? extends Collection<String>> header : headers.entrySet()) {
            if (name.equalsIgnoreCase(header.getKey()) && header.getValue() != null) {
                for (String value : header.getValue()) {
                    if (!RetryAfter.isBlank(value)) {
                        return value;
                    }
                }
            }
        }
        return null;
    }
}
