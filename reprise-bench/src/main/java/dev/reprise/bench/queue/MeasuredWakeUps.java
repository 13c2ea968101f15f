package dev.reprise.bench.queue;

/** A contender that can tell how soon an idle worker starts a job that has just been enqueued. */
interface MeasuredWakeUps {

    /**
     * Enqueues single jobs on an idle queue, one after the other.
     *
     * @return from each call to enqueue to the handler's first statement, in nanoseconds
     */
    long[] wakeUps(int times) throws Exception;

    /** Returns how many samples are taken in reasonable time. */
    int wakeUpSamples();
}
