package dev.reprise.fetch.internal.host;

import java.time.Duration;

/**
 * Hold how politely hosts are asked.
 *
 * @param inFlight requests in flight at most, over all hosts
 * @param perHost requests in flight at most to one host
 * @param pauseNanos between the starts of two requests to one host
 * @param maxWaitNanos the longest hold that is waited for
 */
public record Manners(int inFlight, int perHost, long pauseNanos, long maxWaitNanos) {
    /** A host that only ever says "not now" for this long is left alone for the rest of the run. */
    static final long PATIENCE_NANOS = Duration.ofMinutes(10).toNanos();

    /** The most URLs that wait for a retry; above it no first attempt starts, so that memory stays bounded. */
    static final int WAITING_AT_MOST = 20_000;
}
