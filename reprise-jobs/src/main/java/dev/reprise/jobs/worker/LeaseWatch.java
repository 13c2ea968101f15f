package dev.reprise.jobs.worker;

import java.util.ArrayList;

/**
 * Watches leases by the clock of this process: if a lease is not renewed, its handler is asked to stop at two thirds of it, interrupted at five
 * sixths, and given up at its end. It needs no store, so it works when nothing else does.
 */
final class LeaseWatch implements Loop.Step {
    private final Surroundings around;
    private final Holdings holdings;
    private final Stopper stopper;
    private final Outbox outbox;

    LeaseWatch(Surroundings around, Holdings holdings, Stopper stopper, Outbox outbox) {
        this.around = around;
        this.holdings = holdings;
        this.stopper = stopper;
        this.outbox = outbox;
    }

    @Override
    public long run() {
        long lease = around.leaseNanos();
        // No attempt that is claimed from now on needs a look earlier.
        long next = lease / 6;
        for (Attempt attempt : new ArrayList<>(holdings.all())) {
            if (attempt.isUnended()) {
                next = Math.min(next, look(attempt, lease));
            }
        }
        return next;
    }

    /** Returns how long until this attempt needs the next look. */
    private long look(Attempt attempt, long lease) {
        long left = attempt.leaseUntil() - around.time().nanoTime();
        if (left > lease / 3) {
            return left - lease / 3;
        }
        if (!attempt.isAskedTo(StopReason.LOST)) {
            attempt.ask(StopReason.WORKER);
        }
        if (left > lease / 6) {
            return left - lease / 6;
        }
        if (left > 0) {
            attempt.interrupt();
            return left;
        }
        attempt.ask(StopReason.LOST);
        if (attempt.takeBack()) {
            outbox.drop(attempt);
        } else {
            stopper.abandon(attempt);
        }
        return lease;
    }
}
