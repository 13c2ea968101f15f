package dev.reprise.jobs.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that run handlers, and the claimed jobs that wait for one. Taking a job needs no lock while there is one; only a thread
 * that finds none goes to sleep under it.
 */
final class Slots {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final int concurrency;
    private final ThreadFactory threads;
    private final Runner runner;
    private final Runnable onLow;
    private final Queue<Attempt> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicInteger leaked = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition change = lock.newCondition();
    private volatile int lowWater = -1;
    private final AtomicInteger idle = new AtomicInteger();
    private volatile boolean stopping;
    private int live;

    /** Makes slots; {@code onLow} is called whenever the queue sinks to the low water. */
    Slots(int concurrency, ThreadFactory threads, Runner runner, Runnable onLow) {
        this.concurrency = concurrency;
        this.threads = threads;
        this.runner = runner;
        this.onLow = onLow;
    }

    void start() {
        for (int i = 0; i < concurrency; i++) {
            startThread();
        }
    }

    /** How many handlers could start now. */
    int free() {
        return idle.get();
    }

    int running() {
        lock.lock();
        try {
            return live - idle.get();
        } finally {
            lock.unlock();
        }
    }

    int queued() {
        return queued.get();
    }

    int leaked() {
        return leaked.get();
    }

    /** Sets at how many waiting jobs more are wanted; -1: none, whatever is left. */
    void lowWater(int jobs) {
        lowWater = jobs;
    }

    void offer(List<Attempt> attempts) {
        queued.addAndGet(attempts.size());
        queue.addAll(attempts);
        if (idle.get() > 0) {
            wakeOne();
        }
    }

    boolean isStopping() {
        return stopping;
    }

    /** Takes back what has waited unstarted since before an instant. */
    List<Attempt> takeBack(long offeredBefore) {
        List<Attempt> taken = new ArrayList<>();
        for (Attempt attempt : queue) {
            if (attempt.offeredAt() - offeredBefore < 0 && attempt.takeBack()) {
                taken.add(attempt);
            }
        }
        for (Attempt attempt : taken) {
            if (queue.remove(attempt)) {
                queued.decrementAndGet();
            }
        }
        return taken;
    }

    /** Starts no more handlers; what waits is taken back. */
    List<Attempt> stop() {
        stopping = true;
        List<Attempt> taken = new ArrayList<>();
        for (Attempt attempt = queue.poll(); attempt != null; attempt = queue.poll()) {
            queued.decrementAndGet();
            if (attempt.takeBack()) {
                taken.add(attempt);
            }
        }
        lock.lock();
        try {
            work.signalAll();
        } finally {
            lock.unlock();
        }
        return taken;
    }

    /** After a stop: waits until no handler runs but those that were given up. */
    boolean awaitEmpty(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (live > 0) {
                if (left <= 0) {
                    return false;
                }
                left = change.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Puts a new thread in the place of one whose handler was given up. */
    void replaceThread() {
        leaked.incrementAndGet();
        lock.lock();
        try {
            live--;
            change.signalAll();
        } finally {
            lock.unlock();
        }
        if (!stopping) {
            startThread();
        }
    }

    private void startThread() {
        Thread thread = threads.newThread(this::runAll);
        lock.lock();
        try {
            live++;
        } finally {
            lock.unlock();
        }
        try {
            thread.start();
        } catch (Throwable refused) {
            LOG.error("a thread for handlers could not be started; the worker has a slot less", refused);
            leave();
        }
    }

    private void runAll() {
        boolean isReplaced = false;
        try {
            for (Attempt attempt = next(); attempt != null; attempt = next()) {
                if (!run(attempt)) {
                    isReplaced = true;
                    return;
                }
            }
        } catch (Throwable broken) {
            complain("a thread for handlers broke; another takes its place", broken);
            if (!stopping) {
                startThread();
            }
        } finally {
            if (isReplaced) {
                // The handler was given up, and another thread has this one's place.
                leaked.decrementAndGet();
            } else {
                leave();
            }
        }
    }

    private boolean run(Attempt attempt) {
        try {
            return runner.run(attempt);
        } catch (Throwable broken) {
            complain("the worker failed around a handler", broken);
            return true;
        }
    }

    private void leave() {
        lock.lock();
        try {
            live--;
            change.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Attempt next() {
        Attempt attempt = stopping ? null : queue.poll();
        if (attempt == null) {
            attempt = sleep();
            if (attempt == null) {
                return null;
            }
        }
        int left = queued.decrementAndGet();
        if (left > 0 && idle.get() > 0) {
            // One wakes the next, so that a batch wakes as many as it needs and no more.
            wakeOne();
        }
        if (left <= lowWater) {
            askForMore();
        }
        return attempt;
    }

    private @Nullable Attempt sleep() {
        idle.incrementAndGet();
        if (lowWater >= 0) {
            askForMore();
        }
        lock.lock();
        try {
            Attempt attempt = null;
            while (!stopping && (attempt = queue.poll()) == null) {
                work.awaitUninterruptibly();
            }
            return attempt;
        } finally {
            idle.decrementAndGet();
            lock.unlock();
        }
    }

    /** Whatever it throws: the job in this thread's hands must run. */
    private void askForMore() {
        try {
            onLow.run();
        } catch (Throwable broken) {
            complain("the claims could not be woken", broken);
        }
    }

    /** Even the log may fail, and must not take the thread with it. */
    private static void complain(String what, Throwable broken) {
        try {
            LOG.error(what, broken);
        } catch (Throwable ignored) {
            // There is nobody left to tell.
        }
    }

    private void wakeOne() {
        lock.lock();
        try {
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Runs one attempt. */
    @FunctionalInterface
    interface Runner {
        /** Returns false if the attempt's handler was given up meanwhile, so that this thread must go. */
        boolean run(Attempt attempt);
    }
}
