package dev.reprise.jobs.worker;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Where loops run. */
interface LoopThreads {
    /** Makes a thread for one loop or several. */
    Executor make(String name);

    /** Ends the threads once they are idle. */
    void close(long nanos) throws InterruptedException;

    /** Names threads. Those that run users' code are daemons: one that hangs must not hold up the end of the JVM. */
    static ThreadFactory named(String name, boolean isDaemon) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "reprise-" + name + "-" + count.incrementAndGet());
            thread.setDaemon(isDaemon);
            return thread;
        };
    }
}
