package dev.reprise.cli;

import dev.reprise.backoff.Durations;
import dev.reprise.fetch.FetchSummary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sums a run up, so that every line of the list is accounted for, and says what to do next. */
final class SummaryText {
    private SummaryText() {}

    static List<String> of(FetchSummary summary, @Nullable Path journal) {
        List<String> lines = new ArrayList<>();
        lines.add(summary.success() + " success, " + summary.failed() + " failed for good, " + summary.deferred()
                + " deferred, in " + Durations.format(rounded(summary.elapsed())) + ": "
                + Words.count(summary.requests(), "request") + ", "
                + Words.plural(summary.retries(), "retry", "retries") + ", " + ByteSizes.format(summary.bytes()));
        lines.add(summary.lines() + " lines = " + summary.blank() + " blank + " + summary.comments() + " comments + "
                + summary.duplicates() + " duplicates + " + summary.doneBefore() + " done before + "
                + summary.success() + " success + " + summary.failed() + " failed + " + summary.deferred()
                + " deferred + " + summary.skipped() + " skipped + " + summary.waiting() + " waiting + "
                + summary.notReached() + " not reached");
        if (!summary.tags().isEmpty()) {
            lines.add("tags: " + tags(summary.tags()));
        }
        if (summary.damagedLines() > 0) {
            lines.add("warning: " + Words.count(summary.damagedLines(), "line")
                    + " of the journal could not be read and did not count");
        }
        lines.add("next: " + next(summary, journal));
        return lines;
    }

    /** The most frequent tag first. */
    private static String tags(Map<String, Long> tags) {
        return tags.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(tag -> tag.getKey() + " " + tag.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String next(FetchSummary summary, @Nullable Path journal) {
        if (summary.left() > 0) {
            return journal == null
                    ? summary.left() + " are left; name a journal with -o, and a later run sends only these"
                    : "run the same command again; it sends the " + summary.left()
                            + " that are left and skips the rest";
        }
        if (summary.failedInAll() > 0) {
            return "nothing is left to send; " + summary.failedInAll() + " failed for good"
                    + (journal == null ? "" : ", see \"outcome\":\"failed\" in " + journal);
        }
        return "nothing, all is done";
    }

    private static Duration rounded(Duration elapsed) {
        long millis = elapsed.toMillis();
        return Duration.ofMillis(millis < 100 ? millis : millis / 100 * 100);
    }
}
