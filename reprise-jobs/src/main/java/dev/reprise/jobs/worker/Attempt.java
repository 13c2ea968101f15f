package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Held;
import dev.reprise.jobs.worker.WorkerTime.Timer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One claim in this process, from the claim to the verdict on its ending. Exactly one party ends it: the handler's thread, who
 * hands it back unstarted, or who gives its handler up.
 */
final class Attempt {
    private static final int QUEUED = 0;
    private static final int RUNNING = 1;
    private static final int ENDED = 2;

    final Claimed claimed;
    final Binding<?> binding;
    final Held claim;
    private final AttemptContext context;
    private final AtomicInteger phase = new AtomicInteger(QUEUED);
    private final AtomicInteger stops = new AtomicInteger();
    private volatile long leaseUntil;
    private long offeredAt;
    private @Nullable Thread thread;
    private @Nullable Timer timer;

    Attempt(Claimed claimed, Binding<?> binding, Surroundings around, long claimedAt) {
        this.claimed = claimed;
        this.binding = binding;
        this.claim = new Held(claimed.id(), claimed.epoch());
        this.offeredAt = claimedAt;
        this.leaseUntil = claimedAt + around.leaseNanos();
        this.context = new AttemptContext(this, around);
    }

    AttemptContext context() {
        return context;
    }

    /** Until when the lease lasts for sure: counted from before it was asked for. */
    long leaseUntil() {
        return leaseUntil;
    }

    void leaseUntil(long nanoTime) {
        leaseUntil = nanoTime;
    }

    /** Since when it waits for a slot. */
    long offeredAt() {
        return offeredAt;
    }

    void offeredAt(long nanoTime) {
        offeredAt = nanoTime;
    }

    boolean isQueued() {
        return phase.get() == QUEUED;
    }

    boolean isRunning() {
        return phase.get() == RUNNING;
    }

    boolean isUnended() {
        return phase.get() != ENDED;
    }

    /** Begins to run, on this thread. False if it was handed back meanwhile. */
    boolean start() {
        thread = Thread.currentThread();
        return phase.compareAndSet(QUEUED, RUNNING);
    }

    /** Takes it out unstarted. False if it has started, or is gone. */
    boolean takeBack() {
        return phase.compareAndSet(QUEUED, ENDED);
    }

    /** Ends it, on the handler's thread. False if the handler was given up: what it did counts no more. */
    boolean finish() {
        boolean isMine = phase.compareAndSet(RUNNING, ENDED);
        if (stops.get() != 0 || timer != null) {
            // Waits for an interrupt on its way, which must not hit the next job of this thread.
            synchronized (this) {
                stopTimer();
            }
        }
        return isMine;
    }

    /** Gives the handler up. False if it ended first. */
    boolean abandon() {
        return phase.compareAndSet(RUNNING, ENDED);
    }

    /** The reasons for which its handler was asked to stop, as bits. */
    int stops() {
        return stops.get();
    }

    boolean isAskedTo(StopReason reason) {
        return reason.isIn(stops.get());
    }

    /** Notes a reason to stop; the first is told to the handler's callbacks. */
    void ask(StopReason reason) {
        int before = stops.getAndUpdate(bits -> bits | reason.bit());
        if (before == 0) {
            context.runCallbacks();
        }
    }

    /** Interrupts the handler, unless it has ended. */
    synchronized void interrupt() {
        // The phase first: who sees it running sees its thread as well.
        if (phase.get() == RUNNING) {
            Thread runner = thread;
            if (runner != null) {
                runner.interrupt();
            }
        }
    }

    /** Waits for the next step against this handler; the one before is over. */
    synchronized void timer(@Nullable Timer next) {
        stopTimer();
        timer = next;
        if (phase.get() == ENDED) {
            stopTimer();
        }
    }

    synchronized void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
