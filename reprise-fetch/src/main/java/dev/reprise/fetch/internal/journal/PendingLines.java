package dev.reprise.fetch.internal.journal;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The lines on their way from the threads that append to the one that writes, and how that one fares. */
final class PendingLines {
    /** Beyond this the disk is too slow, and who appends waits for it. */
    private static final int MAX_BYTES = 1 << 22;

    /** So many bytes are worth a write at once. */
    private static final int HURRY_BYTES = 1 << 18;

    /** Lets lines come together: one write each 10 ms, not one a line. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final String name;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition hurry = lock.newCondition();
    private final Condition written = lock.newCondition();
    private final Condition closed = lock.newCondition();

    private byte[] bytes = new byte[1 << 16];
    private int size;
    private long linesAdded;
    private long linesTaken;
    private long linesWritten;
    private long bytesWritten;
    private int waiters;
    private boolean isClosed;
    private @Nullable JournalUnusableException failure;

    PendingLines(String name) {
        this.name = name;
    }

    void add(byte[] line, int length) {
        lock.lock();
        try {
            requireOpen();
            while (size > 0 && size + length > MAX_BYTES) {
                hurry.signal();
                written.awaitUninterruptibly();
                requireOpen();
            }
            if (size + length > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(size + length, bytes.length * 2));
            }
            System.arraycopy(line, 0, bytes, size, length);
            size += length;
            linesAdded++;
            if (size == length) {
                arrived.signal();
            } else if (size >= HURRY_BYTES) {
                hurry.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for lines and swaps them into an empty batch; returns false when closed and all is taken. */
    boolean take(Batch batch) {
        lock.lock();
        try {
            while (size == 0 && !isClosed) {
                arrived.awaitUninterruptibly();
            }
            pause();
            byte[] empty = batch.bytes;
            batch.bytes = bytes;
            batch.size = size;
            bytes = empty;
            size = 0;
            linesTaken = linesAdded;
            return batch.size > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Learns that everything taken is written. */
    void taken(int bytesOfBatch) {
        lock.lock();
        try {
            linesWritten = linesTaken;
            bytesWritten += bytesOfBatch;
            written.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Learns that writing or forcing failed; the first failure counts. */
    void fail(String what, Throwable cause, long linesOfBatch, long bytesOfBatch) {
        lock.lock();
        try {
            linesWritten += linesOfBatch;
            bytesWritten += bytesOfBatch;
            if (failure == null) {
                failure = new JournalUnusableException(name + " cannot be " + what + ": " + cause.getMessage(), cause);
            }
            written.signalAll();
            closed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void awaitWritten() {
        lock.lock();
        waiters++;
        try {
            long wanted = linesAdded;
            while (linesWritten < wanted) {
                requireSound();
                hurry.signal();
                written.awaitUninterruptibly();
            }
            requireSound();
        } finally {
            waiters--;
            lock.unlock();
        }
    }

    /** Waits until the time is over or the lines are closed; returns whether they are. */
    boolean awaitClosed(long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (!isClosed && left > 0) {
                left = closed.awaitNanos(left);
            }
            return isClosed;
        } catch (InterruptedException e) {
            // Nobody interrupts our threads on purpose; the flag would close the channel, and it is cleared now.
            return isClosed;
        } finally {
            lock.unlock();
        }
    }

    /** Returns true the first time. */
    boolean close() {
        lock.lock();
        try {
            boolean isFirst = !isClosed;
            isClosed = true;
            arrived.signalAll();
            hurry.signalAll();
            closed.signalAll();
            return isFirst;
        } finally {
            lock.unlock();
        }
    }

    long linesWritten() {
        lock.lock();
        try {
            return linesWritten;
        } finally {
            lock.unlock();
        }
    }

    long bytesWritten() {
        lock.lock();
        try {
            return bytesWritten;
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    JournalUnusableException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    private void pause() {
        long left = PAUSE_NANOS;
        try {
            while (left > 0 && waiters == 0 && !isClosed && size < HURRY_BYTES) {
                left = hurry.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // As in awaitClosed.
            return;
        }
    }

    private void requireOpen() {
        requireSound();
        if (isClosed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    private void requireSound() {
        if (failure != null) {
            throw new JournalUnusableException(String.valueOf(failure.getMessage()), failure);
        }
    }

    /** The bytes of whole lines. */
    static final class Batch {
        private byte[] bytes = new byte[1 << 16];
        private int size;

        byte[] bytes() {
            return bytes;
        }

        int size() {
            return size;
        }
    }
}
