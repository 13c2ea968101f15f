package dev.reprise.fetch.internal.journal;

import java.io.Closeable;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Append outcome lines from any thread. Each reaches the operating system within some 10 ms (50 ms is the promise), the
 * disk within a second, in the order of the calls; nobody waits for either, unless the file is megabytes behind.
 *
 * <p>When writing fails, the file is cut after its last whole line and every further append fails.
 */
public final class JournalWriter implements Closeable {
    private static final int ENCODERS = 16;

    private final PendingLines pending;
    private final JournalFlusher flusher;
    private final JournalForcer forcer;
    private final BlockingQueue<OutcomeEncoder> encoders = new ArrayBlockingQueue<>(ENCODERS);

    private JournalWriter(JournalFile file, long position, String name) {
        this.pending = new PendingLines(name);
        this.flusher = new JournalFlusher(file, position, pending, name);
        this.forcer = new JournalForcer(file, flusher, pending, name);
    }

    static JournalWriter start(JournalFile file, long position, String name) {
        JournalWriter writer = new JournalWriter(file, position, name);
        writer.flusher.start();
        writer.forcer.start();
        return writer;
    }

    /**
     * Write to a stream, such as standard output, which keeps no memory and no lock.
     *
     * @param stream where lines go; it must throw when it cannot write, so no {@link java.io.PrintStream}; not closed
     * @param name what messages call it
     * @return a writer
     */
    public static JournalWriter to(OutputStream stream, String name) {
        Objects.requireNonNull(stream, "stream");
        Objects.requireNonNull(name, "name");
        return start(new StreamFile(stream), 0, name);
    }

    /**
     * Append a line.
     *
     * @param line the line
     * @throws JournalUnusableException once writing has failed
     * @throws IllegalStateException after {@link #close()}
     */
    public void append(OutcomeLine line) {
        Objects.requireNonNull(line, "line");
        OutcomeEncoder idle = encoders.poll();
        OutcomeEncoder encoder = idle == null ? new OutcomeEncoder() : idle;
        encoder.encode(line);
        pending.add(encoder.bytes(), encoder.length());
        // Not in a finally: an encoder that failed half-way has no clean start any more.
        boolean unused = encoders.offer(encoder);
    }

    /**
     * Append a line that is encoded already.
     *
     * @param line the bytes of one line with its line feed, such as {@link OutcomeCodec#encode} makes
     * @throws JournalUnusableException once writing has failed
     * @throws IllegalStateException after {@link #close()}
     */
    public void append(byte[] line) {
        Objects.requireNonNull(line, "line");
        if (line.length == 0 || line[line.length - 1] != '\n') {
            throw new IllegalArgumentException("line: must end with a line feed");
        }
        pending.add(line, line.length);
    }

    /**
     * Wait until every line appended so far has reached the operating system.
     *
     * @throws JournalUnusableException if writing has failed
     */
    public void flush() {
        pending.awaitWritten();
    }

    /**
     * Count the lines that reached the operating system.
     *
     * @return lines of this writer only
     */
    public long linesWritten() {
        return pending.linesWritten();
    }

    /**
     * Count the bytes that reached the operating system.
     *
     * @return bytes of whole lines of this writer only
     */
    public long bytesWritten() {
        return pending.bytesWritten();
    }

    /**
     * Tell what stopped the writing.
     *
     * @return what every append throws, or null while all is well
     */
    public @Nullable JournalUnusableException failure() {
        return pending.failure();
    }

    /**
     * Write and force everything, and end the threads. A second call only waits for the first.
     *
     * @throws JournalUnusableException if not every line could be written and forced; from the first call only
     */
    @Override
    public void close() {
        boolean isFirst = pending.close();
        flusher.join();
        forcer.join();
        JournalUnusableException failure = pending.failure();
        if (isFirst && failure != null) {
            throw failure;
        }
    }
}
