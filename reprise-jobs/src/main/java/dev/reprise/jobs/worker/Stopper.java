package dev.reprise.jobs.worker;

import dev.reprise.policy.AttemptTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops handlers: asks, interrupts later, gives up at last and writes the ending in the handler's place. */
final class Stopper {
    static final long INTERRUPT_AFTER_NANOS = TimeUnit.SECONDS.toNanos(30);
    static final long ABANDON_AFTER_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final Surroundings around;
    private final EndingDecider decider;
    private final Outbox outbox;
    private final Runnable replaceThread;

    Stopper(Surroundings around, EndingDecider decider, Outbox outbox, Runnable replaceThread) {
        this.around = around;
        this.decider = decider;
        this.outbox = outbox;
        this.replaceThread = replaceThread;
    }

    /** Stops the attempt when its time-out passes. */
    void watch(Attempt attempt, Duration timeout) {
        attempt.timer(around.time().schedule(() -> stop(attempt, StopReason.TIMEOUT), Checks.nanos(timeout)));
    }

    /** Asks the handler to stop, for a cancel or a time-out; the first of both sets the pace. */
    void stop(Attempt attempt, StopReason reason) {
        boolean isFirst = !attempt.isAskedTo(StopReason.CANCEL) && !attempt.isAskedTo(StopReason.TIMEOUT);
        if (isFirst && attempt.isUnended()) {
            // Before the handler hears of it: the 30 s count from now, not from when its callbacks are told.
            attempt.timer(around.time().schedule(() -> interrupt(attempt), INTERRUPT_AFTER_NANOS));
        }
        attempt.ask(reason);
    }

    private void interrupt(Attempt attempt) {
        attempt.interrupt();
        if (attempt.isUnended()) {
            attempt.timer(around.time()
                    .schedule(
                            () -> around.aside().run("giving up job " + attempt.claimed.id(), () -> abandon(attempt)),
                            ABANDON_AFTER_NANOS));
        }
    }

    /** Gives the handler up, and writes for it what its reasons to stop ask for. */
    void abandon(Attempt attempt) {
        if (!attempt.abandon()) {
            return;
        }
        try {
            end(attempt);
            LOG.warn(
                    "job {} of {}: its handler did not stop and was given up; its thread still runs",
                    attempt.claimed.id(),
                    attempt.claimed.type());
        } catch (Throwable broken) {
            // Nothing was sent: held no longer, so that its lease lapses and others take it.
            outbox.drop(attempt);
            LOG.error("job {}: the worker failed to give its handler up", attempt.claimed.id(), broken);
        } finally {
            // Last: a shutdown takes a slot that is free for a sign that its ending is on its way.
            replaceThread.run();
        }
    }

    private void end(Attempt attempt) {
        int stops = attempt.stops();
        if (StopReason.LOST.isIn(stops)) {
            outbox.drop(attempt);
        } else {
            outbox.send(new Finished(
                    attempt,
                    decider.abandoned(attempt.binding, attempt.claimed, stops),
                    null,
                    timedOut(attempt, stops)));
        }
    }

    private static @Nullable Throwable timedOut(Attempt attempt, int stops) {
        Duration timeout = attempt.binding.timeout(attempt.claimed);
        return timeout != null && StopReason.TIMEOUT.isIn(stops) ? new AttemptTimeoutException(timeout, null) : null;
    }
}
