package dev.reprise.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Hands a command's output on, byte for byte and as soon as it comes, and lets searches look at it. */
final class OutputTap {
    /** How long a pipe must be silent after the command's end to be somebody else's: of a process it left behind. */
    private static final Duration SILENCE = Duration.ofMillis(500);

    private static final int CHUNK = 1 << 16;
    /** A regular expression with a group in a loop takes some of it for each character. */
    private static final long STACK = 16L << 20;

    private final String name;
    private final InputStream from;
    private final OutputStream to;
    private final List<LineSearch> searches;
    private final Thread thread;
    private volatile boolean reading;
    private volatile long changed = System.nanoTime();
    private volatile @Nullable IOException failure;

    private OutputTap(String name, InputStream from, OutputStream to, List<LineSearch> searches) {
        this.name = name;
        this.from = from;
        this.to = to;
        this.searches = searches;
        this.thread = new Thread(null, this::copy, "reprise-" + name, STACK);
        thread.setDaemon(true);
    }

    static OutputTap start(String name, InputStream from, OutputStream to, List<LineSearch> searches) {
        OutputTap tap = new OutputTap(name, from, to, searches);
        tap.thread.start();
        return tap;
    }

    /**
     * Waits, after the command's end, until all that it wrote is handed on.
     *
     * @param longest for the slowest reader; after that the searches are stopped, too
     */
    void await(Duration longest) throws InterruptedException {
        long begun = System.nanoTime();
        changed = begun;
        while (thread.isAlive() && !(reading && System.nanoTime() - changed > SILENCE.toNanos())) {
            if (System.nanoTime() - begun >= longest.toNanos()) {
                searches.forEach(LineSearch::stop);
                return;
            }
            TimeUnit.MILLISECONDS.timedJoin(thread, 10);
        }
    }

    /** Names the stream. */
    String name() {
        return name;
    }

    /** Returns why it could not be handed on, or null: it could. */
    @Nullable
    IOException failure() {
        return failure;
    }

    private void copy() {
        byte[] chunk = new byte[CHUNK];
        try (from) {
            int count = read(chunk);
            while (count >= 0 && handOn(chunk, count)) {
                for (LineSearch search : searches) {
                    search.feed(chunk, count);
                }
                count = read(chunk);
            }
        } catch (IOException closed) {
            // The command's end of the pipe was closed under us: there is no more.
        }
    }

    private int read(byte[] chunk) throws IOException {
        reading = true;
        try {
            return from.read(chunk);
        } finally {
            changed = System.nanoTime();
            reading = false;
        }
    }

    /** To stop reading is how the command learns it too: its next write ends it with a broken pipe. */
    private boolean handOn(byte[] chunk, int count) {
        try {
            to.write(chunk, 0, count);
            to.flush();
            return true;
        } catch (IOException unwritable) {
            failure = unwritable;
            return false;
        }
    }
}
