package dev.reprise.retry;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Interrupt a thread once if its attempt does not end in time, and never after the attempt has ended: who of timer and
 * attempt is first decides.
 */
final class AttemptWatch extends AtomicInteger implements Runnable {
    private static final long serialVersionUID = 1;
    private static final int RUNNING = 0;
    private static final int INTERRUPTING = 1;
    private static final int INTERRUPTED = 2;
    private static final int ENDED = 3;

    private final transient Thread thread;
    private transient @Nullable Future<?> timer;

    AttemptWatch(Thread thread) {
        super(RUNNING);
        this.thread = thread;
    }

    /** Keep the timer, to be cancelled if the attempt ends first. */
    void timer(Future<?> timer) {
        this.timer = timer;
    }

    /** The time is over. */
    @Override
    public void run() {
        if (compareAndSet(RUNNING, INTERRUPTING)) {
            thread.interrupt();
            set(INTERRUPTED);
        }
    }

    /**
     * The attempt has ended.
     *
     * @return whether the thread was interrupted by this; then no interrupt comes any more
     */
    boolean end() {
        if (compareAndSet(RUNNING, ENDED)) {
            if (timer != null) {
                timer.cancel(false);
            }
            return false;
        }
        // The timer's thread is between its two steps, a few instructions long.
        while (get() == INTERRUPTING) {
            Thread.onSpinWait();
        }
        return true;
    }
}
