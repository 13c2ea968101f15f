package dev.reprise.fetch;

import java.time.Duration;
import java.util.Map;

/**
 * Hold what a run did. {@code lines} is the sum of {@code blank} to {@code notReached}.
 *
 * @param lines the lines of the list
 * @param blank the lines without text
 * @param comments the lines with a comment only
 * @param duplicates the lines whose URL an earlier line names
 * @param successBefore the URLs that an earlier run fetched
 * @param failedBefore the URLs that an earlier run found to fail for good
 * @param success the URLs that this run fetched
 * @param failed the URLs that this run found to fail for good
 * @param deferred the URLs that this run left for a later one
 * @param skipped the URLs that were not tried since the job was stopped
 * @param waiting the URLs that an earlier run deferred and whose host is still on the hold of that run
 * @param notReached the URLs that were not begun since the run was interrupted
 * @param requests the requests sent, redirects and retries included
 * @param retries the attempts after the first
 * @param bytes the decoded bytes of all bodies that ended a URL
 * @param damagedLines the lines of the journal that could not be read, and were skipped
 * @param tags how often each tag ended a URL
 * @param elapsed from start to end
 */
public record FetchSummary(
        long lines,
        long blank,
        long comments,
        long duplicates,
        long successBefore,
        long failedBefore,
        long success,
        long failed,
        long deferred,
        long skipped,
        long waiting,
        long notReached,
        long requests,
        long retries,
        long bytes,
        long damagedLines,
        Map<String, Long> tags,
        Duration elapsed) {
    /** {@inheritDoc} */
    public FetchSummary {
        tags = Map.copyOf(tags);
    }

    /**
     * Count the URLs that earlier runs ended.
     *
     * @return fetched or failed for good
     */
    public long doneBefore() {
        return successBefore + failedBefore;
    }

    /**
     * Count the URLs that a later run will send.
     *
     * @return deferred, skipped, waiting or not reached
     */
    public long left() {
        return deferred + skipped + waiting + notReached;
    }

    /**
     * Count the URLs of the list that failed for good, in this run or before.
     *
     * @return failed now or before
     */
    public long failedInAll() {
        return failed + failedBefore;
    }
}
