package dev.reprise.fetch.internal.journal;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The thread that forces what was written to disk, each second and at the end, while writing goes on. */
final class JournalForcer {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final JournalFile file;
    private final JournalFlusher flusher;
    private final PendingLines pending;
    private final Thread thread;
    private long forced;

    JournalForcer(JournalFile file, JournalFlusher flusher, PendingLines pending, String name) {
        this.file = file;
        this.flusher = flusher;
        this.pending = pending;
        this.thread = Threads.daemon("journal-force " + name, this::run);
    }

    void start() {
        thread.start();
    }

    void join() {
        Threads.join(thread);
    }

    private void run() {
        boolean isSound = true;
        while (isSound && !pending.awaitClosed(INTERVAL_NANOS)) {
            isSound = force();
        }
        flusher.join();
        force();
    }

    private boolean force() {
        long written = pending.bytesWritten();
        if (written == forced) {
            return true;
        }
        try {
            file.force();
            forced = written;
            return true;
        } catch (IOException | RuntimeException e) {
            pending.fail("forced to disk", e, 0, 0);
            return false;
        }
    }
}
