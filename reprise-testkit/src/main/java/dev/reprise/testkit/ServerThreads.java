package dev.reprise.testkit;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The daemon threads of one server: one that accepts, one for each open connection. */
final class ServerThreads {
    static final String NAME = "fault-server-";
    private static final AtomicInteger SERVERS = new AtomicInteger();
    private static final long STACK = 256 * 1024;
    private static final int STOP_SECONDS = 5;

    private final String name = NAME + SERVERS.incrementAndGet() + "-";
    private final AtomicInteger threads = new AtomicInteger();
    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, STOP_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), this::thread);

    /** Runs the task unless the server was stopped. */
    boolean run(Runnable task) {
        try {
            pool.execute(task);
            return true;
        } catch (RejectedExecutionException stopped) {
            return false;
        }
    }

    /** Takes no more tasks, unblocks those that run, and waits for them. */
    void stop(Runnable unblock) {
        pool.shutdownNow(); // first: from here on nothing new begins that would have to be unblocked
        unblock.run();
        boolean interrupted = false;
        boolean stopped = false;
        try {
            stopped = pool.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        } else if (!stopped) {
            throw new IllegalStateException(pool.getActiveCount() + " threads still run " + STOP_SECONDS
                    + " s after close: an answer rule does not return");
        }
    }

    private Thread thread(Runnable task) {
        Thread thread = new Thread(null, task, name + threads.incrementAndGet(), STACK);
        thread.setDaemon(true);
        return thread;
    }
}
