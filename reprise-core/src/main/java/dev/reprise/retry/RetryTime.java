package dev.reprise.retry;

import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * Tell the time and wait: what a {@link Retrier} needs of the world.
 *
 * <p>{@link #system()} is the default; {@link ManualTime} drives waits without sleeping.
 */
public interface RetryTime extends InstantSource {
    /**
     * Return the monotonic time, which delays, time-outs and time budgets are measured by.
     *
     * @return nanoseconds since an arbitrary origin, as {@link System#nanoTime()}
     */
    long nanoTime();

    /**
     * Wait on the calling thread.
     *
     * @param delay above zero
     * @throws InterruptedException if the thread is or becomes interrupted; its flag is cleared
     */
    void sleep(Duration delay) throws InterruptedException;

    /**
     * Run a short task later.
     *
     * @param task run once; hands longer work to an executor
     * @param delay above zero
     * @return whose {@code cancel} takes the task out at once
     * @throws RejectedExecutionException if no task is taken any more
     */
    Future<?> schedule(Runnable task, Duration delay);

    /**
     * Return who makes the attempts after the first of an asynchronous call whose retrier has no executor of its own.
     *
     * @return the common pool, unless overridden; where that has no thread, a daemon thread for each attempt
     */
    default Executor executor() {
        return SystemTime.COMMON_POOL;
    }

    /**
     * Take the system's time, and one timer thread that all calls share.
     *
     * @return always the same
     */
    static RetryTime system() {
        return SystemTime.INSTANCE;
    }
}
