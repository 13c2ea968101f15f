package dev.reprise.jobs.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One thread per loop, so that none waits for another's database. */
final class ThreadPerLoop implements LoopThreads {
    private final List<ExecutorService> all = new ArrayList<>();

    @Override
    public Executor make(String name) {
        ExecutorService one = Executors.newSingleThreadExecutor(LoopThreads.named(name, false));
        synchronized (all) {
            all.add(one);
        }
        return one;
    }

    @Override
    public void close(long nanos) throws InterruptedException {
        synchronized (all) {
            all.forEach(ExecutorService::shutdown);
            long until = System.nanoTime() + nanos;
            for (ExecutorService one : all) {
                if (!one.awaitTermination(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    one.shutdownNow();
                }
            }
        }
    }
}
