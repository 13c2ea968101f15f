package dev.reprise.jobs.worker;

/**
 * Show what a running worker does, at about one moment.
 *
 * @param running how many handlers run, those that were given up not among them
 * @param freeSlots how many more could run at once
 * @param queued how many jobs are claimed and wait for a slot
 * @param unwritten how many endings have no verdict yet
 * @param fencedOff how many endings came too late and changed nothing, since the start
 * @param refused how many endings the store could write in no form, since the start; their jobs count as crashed
 * @param leakedThreads how many threads still run a handler that was given up
 * @param isPollingOnly whether hints do not come through, so that an enqueue is noticed by the poll alone
 */
public record WorkerStatus(
        int running,
        int freeSlots,
        int queued,
        int unwritten,
        long fencedOff,
        long refused,
        int leakedThreads,
        boolean isPollingOnly) {}
