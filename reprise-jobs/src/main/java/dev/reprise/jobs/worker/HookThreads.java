package dev.reprise.jobs.worker;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A few threads for hooks, and one more for each hook that does not return in time. */
final class HookThreads implements Executor {
    private static final int USUAL = 4;

    private final ThreadPoolExecutor pool;

    HookThreads(ThreadFactory factory) {
        pool = new ThreadPoolExecutor(
                USUAL, Integer.MAX_VALUE, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    synchronized void oneMore() {
        pool.setCorePoolSize(pool.getCorePoolSize() + 1);
    }

    synchronized void oneLess() {
        pool.setCorePoolSize(Math.max(USUAL, pool.getCorePoolSize() - 1));
    }

    /** Waits for the hooks that are on their way, then interrupts them. */
    void close(long nanos) throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(nanos, TimeUnit.NANOSECONDS)) {
            pool.shutdownNow();
        }
    }
}
