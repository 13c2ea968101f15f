package dev.reprise.retry;

import dev.reprise.internal.Nanos;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The clock of the system, waits that park, and the one shared timer. */
final class SystemTime implements RetryTime {
    static final SystemTime INSTANCE = new SystemTime();

    /**
     * The common pool, also of one thread only, as a thread for each attempt would make many at once far later. Where it
     * has none, nobody would run what is given to it.
     */
    static final Executor COMMON_POOL = ForkJoinPool.getCommonPoolParallelism() > 0
            ? ForkJoinPool.commonPool()
            : task -> daemon(task, "reprise-retry").start();

    /** Runs what neither the timer nor a full pool may hold up: rare, and so worth a thread each. */
    static final Executor ASIDE = task -> daemon(task, "reprise-aside").start();

    private SystemTime() {}

    @Override
    public Instant instant() {
        return Instant.now();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Park, because {@code Thread.sleep} of Java 17 rounds to whole milliseconds: short delays would become none. */
    @Override
    public void sleep(Duration delay) throws InterruptedException {
        long end = System.nanoTime() + Nanos.of(delay);
        while (true) {
            // Asked for once more at the end: an interrupt in the last instant is one in the wait.
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for the next attempt");
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                return;
            }
            LockSupport.parkNanos(this, left);
        }
    }

    @Override
    public Future<?> schedule(Runnable task, Duration delay) {
        return SharedTimer.INSTANCE.schedule(task, Nanos.of(delay), TimeUnit.NANOSECONDS);
    }

    /** {@return what the shared timer has still to do} */
    static Queue<Runnable> pending() {
        return SharedTimer.INSTANCE.getQueue();
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(null, task, name, 0, false);
        thread.setDaemon(true);
        // Whoever happens to need the thread first must not be kept alive by it.
        thread.setContextClassLoader(null);
        return thread;
    }

    /** Starts with the first wait; one daemon thread, which runs nobody's attempts. */
    private static final class SharedTimer {
        static final ScheduledThreadPoolExecutor INSTANCE = start();

        private static ScheduledThreadPoolExecutor start() {
            ScheduledThreadPoolExecutor timer =
                    new ScheduledThreadPoolExecutor(1, task -> daemon(task, "reprise-timer"));
            timer.setRemoveOnCancelPolicy(true);
            return timer;
        }
    }
}
