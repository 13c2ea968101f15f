package dev.reprise.jobs.worker;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** The JVM's time, with one thread for what waits. */
final class SystemTime implements WorkerTime {
    private final ScheduledThreadPoolExecutor timer;

    SystemTime(ThreadFactory threads) {
        timer = new ScheduledThreadPoolExecutor(1, threads);
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        try {
            ScheduledFuture<?> waiting = timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return () -> waiting.cancel(false);
        } catch (RejectedExecutionException closed) {
            // Time stands still once the worker is closed; nothing is left that would have to happen.
            return () -> {};
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
