package dev.reprise.retry;

import dev.reprise.internal.Nanos;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Drive time by hand, so that a test runs a week of retries in milliseconds.
 *
 * <p>A synchronous wait moves the time on by itself and returns at once. What an asynchronous call waits for runs in
 * {@link #advance} or {@link #runUntilIdle}, on the thread that calls them, in the order in which it is due. Safe for
 * many threads, though each that waits moves the one time on.
 */
public final class ManualTime implements RetryTime {
    private final Instant origin;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(
            Comparator.comparingLong((Task task) -> task.due).thenComparingLong(task -> task.number));
    private long nanos;
    private long scheduled;

    /** Start at 2000-01-01T00:00:00Z. */
    public ManualTime() {
        this(Instant.parse("2000-01-01T00:00:00Z"));
    }

    /**
     * Start at an instant.
     *
     * @param start what {@link #instant} tells until the time is moved
     */
    public ManualTime(Instant start) {
        origin = Objects.requireNonNull(start, "start");
    }

    @Override
    public synchronized Instant instant() {
        return origin.plusNanos(nanos);
    }

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    /** Move the time on by the delay, and run what is due by then. */
    @Override
    public void sleep(Duration delay) throws InterruptedException {
        throwIfInterrupted();
        advance(delay);
        // What became due may have interrupted the wait.
        throwIfInterrupted();
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for the next attempt");
        }
    }

    @Override
    public synchronized Future<?> schedule(Runnable task, Duration delay) {
        Task next = new Task(
                Objects.requireNonNull(task, "task"), Nanos.plus(nanos, Nanos.of(requireForward("delay", delay))));
        tasks.add(next);
        return next;
    }

    /** {@return an executor that runs a task at once on the thread that gives it} */
    @Override
    public Executor executor() {
        return Runnable::run;
    }

    /**
     * Move the time on, and run what becomes due on the way, each task at its own instant.
     *
     * @param delay zero or more
     * @throws IllegalArgumentException if the delay is negative
     */
    public void advance(Duration delay) {
        long target;
        synchronized (this) {
            target = Nanos.plus(nanos, Nanos.of(requireForward("delay", delay)));
        }
        for (Task task = takeDue(target); task != null; task = takeDue(target)) {
            task.run();
        }
        moveTo(target);
    }

    /** Move the time on from task to task until none is left: for ever, if tasks schedule others for ever. */
    public void runUntilIdle() {
        for (Task task = takeDue(Long.MAX_VALUE); task != null; task = takeDue(Long.MAX_VALUE)) {
            task.run();
        }
    }

    /** {@return how many tasks wait for their time} */
    public synchronized int pending() {
        return tasks.size();
    }

    private synchronized @Nullable Task takeDue(long target) {
        Task next = tasks.peek();
        if (next == null || next.due > target) {
            return null;
        }
        tasks.remove();
        moveTo(next.due);
        return next;
    }

    /** A task may itself have moved the time further: it never goes back. */
    private synchronized void moveTo(long target) {
        nanos = Math.max(nanos, target);
    }

    private static Duration requireForward(String name, Duration delay) {
        if (Objects.requireNonNull(delay, name).isNegative()) {
            throw new IllegalArgumentException(name + ": " + delay + " is negative; time goes forward only");
        }
        return delay;
    }

    private final class Task extends FutureTask<@Nullable Void> {
        final long due;
        final long number;

        Task(Runnable task, long due) {
            super(task, null);
            this.due = due;
            this.number = scheduled++;
        }

        @Override
        protected void done() {
            if (isCancelled()) {
                synchronized (ManualTime.this) {
                    tasks.remove(this);
                }
            }
        }
    }
}
