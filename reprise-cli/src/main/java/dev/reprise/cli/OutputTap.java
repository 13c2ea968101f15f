package dev.reprise.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Hands a command's output on, byte for byte and as soon as it comes, and lets searches look at it. */
final class OutputTap {
    /** How long a pipe must be silent after the command's end to be somebody else's: of a process it left behind. */
    private static final Duration SILENCE = Duration.ofMillis(500);

    private static final int CHUNK = 1 << 16;

    private final InputStream from;
    private final OutputStream to;
    private final List<LineSearch> searches;
    private final Thread thread;
    private volatile boolean reading;
    private volatile long changed = System.nanoTime();
    private volatile boolean unread;

    private OutputTap(String name, InputStream from, OutputStream to, List<LineSearch> searches) {
        this.from = from;
        this.to = to;
        this.searches = searches;
        this.thread = new Thread(this::copy, "reprise-" + name);
        thread.setDaemon(true);
    }

    static OutputTap start(String name, InputStream from, OutputStream to, List<LineSearch> searches) {
        OutputTap tap = new OutputTap(name, from, to, searches);
        tap.thread.start();
        return tap;
    }

    /** Waits, after the command's end, until all that it wrote is handed on. */
    void await() throws InterruptedException {
        changed = System.nanoTime();
        while (thread.isAlive() && !(reading && System.nanoTime() - changed > SILENCE.toNanos())) {
            TimeUnit.MILLISECONDS.timedJoin(thread, 10);
        }
    }

    /** Tells whether nobody reads what is handed on. */
    boolean isUnread() {
        return unread;
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
        } catch (IOException nobodyReads) {
            unread = true;
            return false;
        }
    }
}
