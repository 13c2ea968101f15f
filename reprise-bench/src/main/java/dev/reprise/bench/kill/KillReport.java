package dev.reprise.bench.kill;

import java.time.Duration;
import java.util.List;

/**
 * What a marathon of kills did, and what was wrong.
 *
 * @param urls the URLs of the list
 * @param kills the processes that were killed
 * @param killsBeforeALine those killed before they had written a line
 * @param tails the kills that left an unterminated line
 * @param requests the requests that the server saw in all
 * @param leastRequests the requests of a run that nothing interrupts
 * @param success the URLs that ended as a success
 * @param failed the URLs that failed for good
 * @param exitCode of the last run
 * @param elapsed how long it all took
 * @param violations what must not be, in words
 */
public record KillReport(
        int urls,
        int kills,
        int killsBeforeALine,
        int tails,
        long requests,
        long leastRequests,
        long success,
        long failed,
        int exitCode,
        Duration elapsed,
        List<String> violations) {
    /** {@inheritDoc} */
    public KillReport {
        violations = List.copyOf(violations);
    }

    @Override
    public String toString() {
        return kills + " kills in " + elapsed.toSeconds() + " s (" + killsBeforeALine + " before a line was written, "
                + tails + " within a line); " + urls + " URLs: " + success + " success, " + failed
                + " failed for good; "
                + requests + " requests where an unbroken run makes " + leastRequests + "; the last run ended with "
                + exitCode + "; " + (violations.isEmpty() ? "nothing was wrong" : violations.size() + " faults");
    }
}
