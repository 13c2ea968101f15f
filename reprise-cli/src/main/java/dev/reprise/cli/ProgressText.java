package dev.reprise.cli;

import dev.reprise.backoff.Durations;
import dev.reprise.fetch.FetchProgress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/** Puts the progress of a run into one line; the rate is that of the last seconds. */
final class ProgressText {
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final int BAR = 20;

    private final Deque<FetchProgress> recent = new ArrayDeque<>();

    /** Notes a snapshot; each line below tells the latest one. */
    void add(FetchProgress progress) {
        recent.addLast(progress);
        Duration oldest = progress.elapsed().minus(WINDOW);
        while (recent.size() > 2 && recent.getFirst().elapsed().compareTo(oldest) < 0) {
            recent.removeFirst();
        }
    }

    /** A bar, for a terminal that draws it again and again. */
    String bar(int width) {
        FetchProgress now = recent.getLast();
        int filled = now.urls() == 0 ? 0 : (int) (BAR * now.done() / now.urls());
        String line = "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "] " + now.done() + "/" + total(now) + "  "
                + now.success() + " ok  " + now.deferred() + " deferred  " + now.failed() + " failed  " + rate()
                + "/s  "
                + now.hostsHeld() + " held" + left("  ETA ");
        return line.length() <= width ? line : line.substring(0, Math.max(0, width));
    }

    /** A sentence, for a log. */
    String line() {
        FetchProgress now = recent.getLast();
        return now.done() + " of " + total(now) + " done: " + now.success() + " ok, " + now.deferred() + " deferred, "
                + now.failed() + " failed; " + rate() + "/s, " + Words.count(now.hostsHeld(), "host") + " held"
                + left(", ETA ");
    }

    private static String total(FetchProgress now) {
        return now.urls() + (now.listRead() ? "" : "+");
    }

    private String rate() {
        return String.format(Locale.ROOT, "%.1f", perSecond());
    }

    private double perSecond() {
        FetchProgress now = recent.getLast();
        long since = now.doneBefore();
        Duration time = now.elapsed();
        if (recent.size() > 1) {
            since = recent.getFirst().done();
            time = time.minus(recent.getFirst().elapsed());
        }
        double seconds = time.toMillis() / 1e3;
        return seconds <= 0 ? 0 : Math.max(0, now.done() - since) / seconds;
    }

    /** How long the rest will take at this rate; nothing is said where nobody can tell. */
    private String left(String label) {
        FetchProgress now = recent.getLast();
        double rate = perSecond();
        long rest = now.urls() - now.done();
        return !now.listRead() || rate <= 0 || rest <= 0
                ? ""
                : label + Durations.format(Duration.ofSeconds((long) Math.ceil(rest / rate)));
    }
}
