package dev.reprise.jobs.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One thread per loop, so that none waits for another's database. */
final class LoopThreads {
    private final List<ExecutorService> all = new ArrayList<>();

    /** Makes a thread for one loop or several. */
    Executor make(String name) {
        ExecutorService one = Executors.newSingleThreadExecutor(named(name, false));
        synchronized (all) {
            all.add(one);
        }
        return one;
    }

    /** Ends the threads once they are idle. */
    void close(long nanos) throws InterruptedException {
        synchronized (all) {
            all.forEach(ExecutorService::shutdown);
            for (ExecutorService one : all) {
                if (!one.awaitTermination(nanos, TimeUnit.NANOSECONDS)) {
                    one.shutdownNow();
                }
            }
        }
    }

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
