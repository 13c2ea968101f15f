package dev.reprise.fetch;

import java.time.Duration;

/**
 * Hold how far a run is.
 *
 * @param urls the URLs of the list that were read so far, each once; what earlier runs did included
 * @param listRead whether the list was read to its end
 * @param doneBefore the URLs that earlier runs ended, as success or for good
 * @param success the URLs that this run fetched
 * @param failed the URLs that this run found to fail for good
 * @param deferred the URLs that are left for a later run, as it looks now
 * @param requests the requests sent
 * @param inFlight the requests that are under way
 * @param hostsHeld the hosts that are on hold
 * @param elapsed since the start
 */
public record FetchProgress(
        long urls,
        boolean listRead,
        long doneBefore,
        long success,
        long failed,
        long deferred,
        long requests,
        int inFlight,
        int hostsHeld,
        Duration elapsed) {
    /**
     * Count the URLs that need nothing more in this run.
     *
     * @return done before, fetched, failed or deferred
     */
    public long done() {
        return doneBefore + success + failed + deferred;
    }
}
