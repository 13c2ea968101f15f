package dev.reprise.bench.queue;

/** A contender that can keep many claimed jobs in their handlers at once. */
interface MeasuredMemory {

    /**
     * Starts a worker with so many slots, and fills them all.
     *
     * @return the live heap in bytes for each job that runs, beside that of the idle worker; stacks are not heap
     */
    double heapPerClaimedJob(int jobs) throws Exception;
}
