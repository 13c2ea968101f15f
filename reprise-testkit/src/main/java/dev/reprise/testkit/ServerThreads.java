package dev.reprise.testkit;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private final AtomicInteger made = new AtomicInteger();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
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

    /** Takes no more tasks, unblocks those that run, and waits until their threads are gone. */
    void stop(Runnable unblock) {
        pool.shutdownNow(); // first: from here on nothing new begins that would have to be unblocked
        unblock.run();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
        try {
            // The pool counts as terminated a moment before its last thread is.
            for (Thread thread : threads) {
                if (thread == Thread.currentThread()) {
                    continue; // a rule that closes its own server
                }
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
                if (thread.isAlive()) {
                    throw new IllegalStateException(thread.getName() + " still runs " + STOP_SECONDS
                            + " s after close: an answer rule does not return");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread thread(Runnable task) {
        threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
        Thread thread = new Thread(null, task, name + made.incrementAndGet(), STACK);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    }
}
