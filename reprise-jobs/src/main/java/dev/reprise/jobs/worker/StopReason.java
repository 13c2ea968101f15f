package dev.reprise.jobs.worker;

/** Why a handler was asked to stop. More than one may hold. */
enum StopReason {
    /** Somebody cancelled the job. */
    CANCEL(1),
    /** The attempt's time-out passed. */
    TIMEOUT(2),
    /** The worker shuts down, or cannot renew its lease: the job goes on elsewhere. */
    WORKER(4),
    /** The claim belongs to somebody else by now: nothing is written. */
    LOST(8);

    private final int bit;

    StopReason(int bit) {
        this.bit = bit;
    }

    int bit() {
        return bit;
    }

    boolean isIn(int bits) {
        return (bits & bit) != 0;
    }
}
