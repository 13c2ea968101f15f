package dev.reprise.jobs.worker;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A few threads for hooks, and one more for each hook that does not return in time. */
final class HookThreads implements HookRunner {
    private static final int USUAL = 4;

    private final ThreadPoolExecutor pool;

    HookThreads(ThreadFactory factory) {
        pool = new ThreadPoolExecutor(USUAL, USUAL, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    @Override
    public synchronized void oneMore() {
        pool.setMaximumPoolSize(pool.getMaximumPoolSize() + 1);
        pool.setCorePoolSize(pool.getMaximumPoolSize());
    }

    @Override
    public synchronized void oneLess() {
        pool.setCorePoolSize(pool.getCorePoolSize() - 1);
        pool.setMaximumPoolSize(pool.getCorePoolSize());
    }

    /** Waits for the hooks that are on their way, then interrupts them. */
    void close(long nanos) throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(nanos, TimeUnit.NANOSECONDS)) {
            pool.shutdownNow();
        }
    }
}
