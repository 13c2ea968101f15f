package dev.reprise.jobs.worker;

/** Why a handler was asked to stop. More than one may hold. */
enum StopReason {
    /** Somebody cancelled the job. */
    CANCEL,
    /** The attempt's time-out passed. */
    TIMEOUT,
    /** The worker shuts down, or cannot renew its lease: the job goes on elsewhere. */
    WORKER,
    /** The claim belongs to somebody else by now: nothing is written. */
    LOST;

    int bit() {
        return 1 << ordinal();
    }

    boolean isIn(int bits) {
        return (bits & bit()) != 0;
    }
}
