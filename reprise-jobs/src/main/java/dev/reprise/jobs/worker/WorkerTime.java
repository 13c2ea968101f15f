package dev.reprise.jobs.worker;

/** What a worker waits by. A test drives it by hand, so that a lease runs out in no time. */
interface WorkerTime extends AutoCloseable {
    /** Tells nothing but differences. */
    long nanoTime();

    /** Runs a short task later, on a thread of the time's own. */
    Timer schedule(Runnable task, long delayNanos);

    @Override
    void close();

    /** A task that waits for its time. */
    interface Timer {
        /** Drops the task; too late is no fault. */
        void cancel();
    }
}
