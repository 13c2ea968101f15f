package dev.reprise.jobs.worker;

import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Promoted;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What any worker does for all: promote, expire, reclaim, prune. Each is a step of a loop of its own. */
final class Sweeps {
    static final long RECLAIM_NANOS = TimeUnit.SECONDS.toNanos(5);
    static final long HELD_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    static final long PRUNE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");
    private static final int PAGE = 500;
    private static final int PRUNE_PAGE = 1_000;

    private final JobStore store;
    private final WorkerSession session;
    private final ReclaimDecider decider;
    private final Hooks hooks;
    private final Runnable wakeClaimer;
    private final long pollNanos;
    private final RandomGenerator random;

    Sweeps(
            JobStore store,
            WorkerSession session,
            ReclaimDecider decider,
            Hooks hooks,
            Runnable wakeClaimer,
            long pollNanos,
            RandomGenerator random) {
        this.store = store;
        this.session = session;
        this.decider = decider;
        this.hooks = hooks;
        this.wakeClaimer = wakeClaimer;
        this.pollNanos = pollNanos;
        this.random = random;
    }

    /** Makes ready what is due; again at the poll, or exactly when the next is due. */
    long promote() {
        Promoted promoted = session.promote(PAGE);
        if (promoted.count() > 0) {
            wakeClaimer.run();
        }
        if (promoted.count() >= PAGE) {
            return 0;
        }
        Duration next = promoted.nextDueIn();
        long poll = around(pollNanos);
        // A millisecond at least: a row that cannot be moved must not make this spin.
        return next == null ? poll : Math.min(poll, Math.max(Checks.nanos(next), 1_000_000));
    }

    /** Fails what waited past its deadline. */
    long expire() {
        if (isHeldUp()) {
            return HELD_UP_NANOS;
        }
        List<UUID> expired = session.expire(PAGE);
        expired.forEach(id -> hooks.onSweep(id, JobState.FAILED));
        return expired.size() >= PAGE ? 0 : around(RECLAIM_NANOS);
    }

    /** Takes lapsed jobs from dead workers, page by page: what cannot be moved hides nothing behind it. */
    long reclaim() {
        List<Lapsed> page = isHeldUp() ? List.of() : session.lapsed(null, PAGE);
        while (!page.isEmpty() && !isHeldUp()) {
            reclaim(page);
            page = page.size() < PAGE
                    ? List.of()
                    : session.lapsed(page.get(page.size() - 1).id(), PAGE);
        }
        return isHeldUp() ? HELD_UP_NANOS : around(RECLAIM_NANOS);
    }

    private boolean isHeldUp() {
        return hooks.waiting() > Hooks.MAX_WAITING;
    }

    /** Deletes what has been kept long enough. */
    long prune(Duration keep) {
        return store.prune(keep, PRUNE_PAGE) >= PRUNE_PAGE ? 0 : around(PRUNE_NANOS);
    }

    private void reclaim(List<Lapsed> page) {
        List<Lapsed> decided = new ArrayList<>(page.size());
        List<Reclaim> reclaims = new ArrayList<>(page.size());
        for (Lapsed lapsed : page) {
            try {
                reclaims.add(decider.decide(lapsed));
                decided.add(lapsed);
            } catch (RuntimeException broken) {
                LOG.error("job {} of {}: its reclaim cannot be decided; it stays", lapsed.id(), lapsed.type(), broken);
            }
        }
        if (reclaims.isEmpty()) {
            return;
        }
        List<EndingVerdict> verdicts = session.reclaim(reclaims);
        boolean isAnyReady = false;
        for (int i = 0; i < verdicts.size(); i++) {
            Lapsed lapsed = decided.get(i);
            JobState state = verdicts.get(i).state();
            if (state != null) {
                LOG.warn(
                        "job {} of {}: the lease of attempt {} lapsed; it is {} now",
                        lapsed.id(),
                        lapsed.type(),
                        lapsed.attempt(),
                        state);
                hooks.onSweep(lapsed.type(), lapsed.id(), state);
                isAnyReady |= state == JobState.READY;
            }
        }
        if (isAnyReady) {
            wakeClaimer.run();
        }
    }

    private long around(long nanos) {
        return (long) (nanos * (0.8 + 0.4 * random.nextDouble()));
    }
}
