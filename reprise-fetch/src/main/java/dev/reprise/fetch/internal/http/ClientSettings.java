package dev.reprise.fetch.internal.http;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Hold what every request of a run shares.
 *
 * @param connections how many connections at most, over all hosts
 * @param perHost how many connections at most to one host
 * @param connectTimeout the longest wait for a connection
 * @param responseTimeout the longest silence of a server
 * @param maxBytes the largest decoded body
 * @param userAgent the User-Agent header
 * @param headers further headers, in order
 */
public record ClientSettings(
        int connections,
        int perHost,
        Duration connectTimeout,
        Duration responseTimeout,
        long maxBytes,
        String userAgent,
        List<Map.Entry<String, String>> headers) {}
