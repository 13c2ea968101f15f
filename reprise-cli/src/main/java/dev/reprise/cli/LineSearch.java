package dev.reprise.cli;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Searches an output for a regular expression line by line, as grep does, while it streams by. It keeps one line; of a
 * line longer than 64 KiB, pieces that overlap by half. A search that takes too long, or too deep a recursion, finds
 * nothing; the other pieces of that line are then left out, but for its last 64 KiB.
 */
final class LineSearch {
    private static final int LONGEST = 1 << 16;
    /** About a tenth of a second. */
    private static final long MOST_STEPS = 20_000_000;
    /** Enough for what looks at each character of a piece four times: about a millisecond. */
    private static final long LEAST_STEPS = 4L * LONGEST;
    /** For who waits for the one who searches: longer than any search. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Pattern regex;
    private final byte[] line = new byte[LONGEST];
    private final ReentrantLock lock = new ReentrantLock();
    private int length;
    private boolean skipping;
    private long steps = MOST_STEPS;
    private volatile boolean found;
    private volatile @Nullable String group;
    private volatile @Nullable String trouble;
    private volatile boolean stopped;

    LineSearch(Pattern regex) {
        this.regex = regex;
    }

    void feed(byte[] bytes, int count) {
        if (stopped) {
            return;
        }
        lock.lock();
        try {
            for (int i = 0; i < count; i++) {
                if (bytes[i] == '\n') {
                    search();
                    length = 0;
                    skipping = false;
                    continue;
                }
                if (length == LONGEST) {
                    if (!skipping) {
                        search();
                    }
                    length = LONGEST / 2;
                    System.arraycopy(line, LONGEST - length, line, 0, length);
                }
                line[length++] = bytes[i];
            }
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether a line matched so far, the one included that has not ended. */
    boolean found() {
        searchRest();
        return found;
    }

    /** Returns the first group of the last match, or null: there is none. */
    @Nullable
    String lastGroup() {
        searchRest();
        return group;
    }

    /** Says why a search found nothing that might have, or returns null: none had to be given up. */
    @Nullable
    String trouble() {
        return trouble;
    }

    /** Ends a search that is under way, and searches nothing any more. */
    void stop() {
        stopped = true;
    }

    private void searchRest() {
        long begun = System.nanoTime();
        boolean isOurs = lock.tryLock();
        while (!isOurs && !stopped && System.nanoTime() - begun < LONGEST_WAIT.toNanos()) {
            // Not by a wait that an interrupt ends: what was found must not get lost.
            Thread.onSpinWait();
            isOurs = lock.tryLock();
        }
        if (!isOurs) {
            return;
        }
        try {
            // After the last line feed there is no line, not even an empty one.
            if (length > 0) {
                search();
            }
        } finally {
            lock.unlock();
        }
    }

    private void search() {
        if (stopped) {
            return;
        }
        int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        String text = new String(line, 0, end, StandardCharsets.UTF_8);
        try {
            Matcher matcher = regex.matcher(new BoundedText(text, steps, () -> stopped));
            if (matcher.find()) {
                found = true;
                group = matcher.groupCount() > 0 ? matcher.group(1) : null;
            }
        } catch (BoundedText.Exhausted tooLong) {
            giveUp("takes too long on a line");
            // A million such lines shall not hold up the output for a day.
            steps = Math.max(LEAST_STEPS, steps / 2);
        } catch (StackOverflowError tooDeep) {
            giveUp("needs too deep a recursion on a line");
        }
    }

    private void giveUp(String why) {
        skipping = true;
        if (!stopped) {
            trouble = "`" + regex + "` " + why + ", which counts as no match";
        }
    }
}
