package dev.reprise.fetch.internal.journal;

import dev.reprise.fetch.internal.journal.PendingLines.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The thread that writes what was appended. */
final class JournalFlusher {
    private final JournalFile file;
    private final PendingLines pending;
    private final Thread thread;
    private long position;

    JournalFlusher(JournalFile file, long position, PendingLines pending, String name) {
        this.file = file;
        this.position = position;
        this.pending = pending;
        this.thread = Threads.daemon("journal-flush " + name, this::run);
    }

    void start() {
        thread.start();
    }

    void join() {
        Threads.join(thread);
    }

    private void run() {
        Batch batch = new Batch();
        boolean isSound = true;
        while (isSound && pending.take(batch)) {
            isSound = write(batch);
        }
    }

    private boolean write(Batch batch) {
        ByteBuffer buffer = ByteBuffer.wrap(batch.bytes(), 0, batch.size());
        try {
            file.write(buffer, position);
            position += batch.size();
            pending.taken(batch.size());
            return true;
        } catch (IOException | RuntimeException | Error e) {
            cut(batch.bytes(), buffer.position(), e);
            return false;
        }
    }

    /** Cuts the line that was written in part: what follows must find whole lines. */
    private void cut(byte[] bytes, int count, Throwable failure) {
        long lines = 0;
        int whole = 0;
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
                lines++;
                whole = i + 1;
            }
        }
        position += whole;
        try {
            file.truncate(position);
        } catch (IOException | RuntimeException e) {
            // The next run cuts it.
            failure.addSuppressed(e);
        }
        pending.fail("written", failure, lines, whole);
    }
}
