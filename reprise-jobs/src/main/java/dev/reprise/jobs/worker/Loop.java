package dev.reprise.jobs.worker;

import dev.reprise.jobs.worker.WorkerTime.Timer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step until it is stopped, never twice at once. Whatever the step throws is logged once, and once more when it
 * works again; between tries it backs off. Nothing but {@link #stop} ends it.
 */
final class Loop {
    /** The answer of a step that has nothing to do until it is woken. */
    static final long UNTIL_WOKEN = Long.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");
    private static final long FIRST_BACKOFF_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int IDLE = 0;
    private static final int QUEUED = 1;
    private static final int RUNNING = 2;
    private static final int AGAIN = 3;
    private static final int STOPPED = 4;

    private final String name;
    private final WorkerTime time;
    private final Executor thread;
    private final RandomGenerator random;
    private final long maxBackoffNanos;
    private final Step step;
    private final AtomicInteger state = new AtomicInteger(IDLE);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile boolean stopAsked;
    private volatile boolean backsOff;
    private volatile @Nullable Timer timer;
    private volatile long stepBegan;
    private int failures;

    Loop(String name, WorkerTime time, Executor thread, RandomGenerator random, long maxBackoffNanos, Step step) {
        this.name = name;
        this.time = time;
        this.thread = thread;
        this.random = random;
        this.maxBackoffNanos = maxBackoffNanos;
        this.step = step;
    }

    /** Runs the step soon, and once more if it runs already; not before its time while it backs off. Costs next to nothing. */
    void wake() {
        if (!backsOff) {
            wakeNow();
        }
    }

    /** Whether it backs off, or its step has taken longer than a time: whoever can go on without it should. */
    boolean isHeldUp(long nanos) {
        int now = state.get();
        return backsOff || ((now == RUNNING || now == AGAIN) && time.nanoTime() - stepBegan > nanos);
    }

    /** Asks for the end; a step that runs is not disturbed. */
    void stop() {
        stopAsked = true;
        if (state.compareAndSet(IDLE, STOPPED)) {
            cancelTimer();
            stopped.countDown();
        }
    }

    /** Waits for the step that ran when the loop was stopped. */
    boolean awaitStopped(long nanos) throws InterruptedException {
        return stopped.await(nanos, TimeUnit.NANOSECONDS);
    }

    private void wakeNow() {
        while (true) {
            int now = state.get();
            if (now == IDLE) {
                if (state.compareAndSet(IDLE, QUEUED)) {
                    begin();
                    return;
                }
            } else if (now != RUNNING || state.compareAndSet(RUNNING, AGAIN)) {
                return;
            }
        }
    }

    private void onTimer() {
        backsOff = false;
        wakeNow();
    }

    private void begin() {
        try {
            thread.execute(this::turn);
        } catch (Throwable refused) {
            rescue(refused);
        }
    }

    private void turn() {
        try {
            repeat();
        } catch (Throwable broken) {
            rescue(broken);
        }
    }

    /** Nothing may leave the loop waiting for a turn that does not come. */
    private void rescue(Throwable broken) {
        if (stopAsked) {
            state.set(STOPPED);
            stopped.countDown();
            return;
        }
        backsOff = false;
        state.set(IDLE);
        try {
            timer = time.schedule(this::onTimer, FIRST_BACKOFF_NANOS);
            LOG.error("{} broke off; goes on", name, broken);
        } catch (Throwable ignored) {
            // Whoever wakes it next makes it go on.
        }
        if (stopAsked) {
            stop();
        }
    }

    private void repeat() {
        cancelTimer();
        while (true) {
            state.set(RUNNING);
            long nanos = stopAsked ? UNTIL_WOKEN : tryStep();
            if (stopAsked) {
                state.set(STOPPED);
                stopped.countDown();
                return;
            }
            if (backsOff) {
                // Who woke it during the step waits with it; from here on only the timer wakes it.
                state.set(RUNNING);
            } else if (nanos <= 0 || state.get() == AGAIN) {
                continue;
            }
            // The timer first: once the loop is idle, another turn may begin and must find it.
            timer = nanos == UNTIL_WOKEN ? null : time.schedule(this::onTimer, nanos);
            if (state.compareAndSet(RUNNING, IDLE)) {
                if (stopAsked) {
                    stop();
                }
                return;
            }
            cancelTimer();
        }
    }

    private long tryStep() {
        try {
            stepBegan = time.nanoTime();
            long nanos = step.run();
            backsOff = false;
            if (failures > 0) {
                LOG.info("{} works again after {} failures", name, failures);
                failures = 0;
            }
            return nanos;
        } catch (Throwable failure) {
            // Anything: a loop that dies takes the worker with it, and nobody notices.
            backsOff = true;
            if (failures++ == 0) {
                LOG.warn("{} failed; tries again until it works, and says so then", name, failure);
            }
            long bound = Math.min(maxBackoffNanos, FIRST_BACKOFF_NANOS << Math.min(failures - 1, 20));
            return (long) (bound * (0.8 + 0.4 * random.nextDouble()));
        }
    }

    private void cancelTimer() {
        Timer waiting = timer;
        if (waiting != null) {
            waiting.cancel();
        }
    }

    /** One turn of the loop. */
    @FunctionalInterface
    interface Step {
        /** Returns the nanoseconds until the next turn: 0 at once, {@link #UNTIL_WOKEN} not by itself. */
        long run() throws Exception;
    }
}
