package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Subscription;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says when hints do not come through, and when they do again. */
final class HintWatch implements Loop.Step {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Subscription subscription;
    private boolean isFirst = true;
    private boolean wasLive = true;

    HintWatch(Subscription subscription) {
        this.subscription = subscription;
    }

    boolean isPollingOnly() {
        return !subscription.isLive();
    }

    @Override
    public long run() {
        if (isFirst) {
            // The first connection has some time.
            isFirst = false;
            return LOOK_NANOS;
        }
        boolean isLive = subscription.isLive();
        if (isLive != wasLive) {
            wasLive = isLive;
            if (isLive) {
                LOG.info("hints come through again");
            } else {
                LOG.warn(
                        "polling only: hints of new jobs do not come through (behind PgBouncer in transaction mode they"
                                + " cannot); new jobs are noticed at the poll");
            }
        }
        return LOOK_NANOS;
    }
}
