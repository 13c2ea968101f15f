package dev.reprise.jobs.worker;

import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.WorkerSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes endings, has them written, and acts on the verdicts. */
final class Endings implements Outbox, EndingWriter.Verdicts {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    /** From so many waiting endings on, a second writer helps. */
    private static final int CROWD = 100;

    /** From so long a write on, too. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Surroundings around;
    private final Holdings holdings;
    private final Hooks hooks;
    private final Queue<Finished> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong fencedOff = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final Loop first;
    private final Loop second;

    Endings(
            WorkerSession session,
            Surroundings around,
            Holdings holdings,
            Hooks hooks,
            Function<Loop.Step, Loop> loops) {
        this.around = around;
        this.holdings = holdings;
        this.hooks = hooks;
        this.first = loops.apply(new EndingWriter(session, queue, this));
        this.second = loops.apply(new EndingWriter(session, queue, this));
    }

    /** How many endings have no verdict yet. */
    int waiting() {
        return waiting.get();
    }

    long fencedOff() {
        return fencedOff.get();
    }

    /** How many endings the store could write in no form. */
    long refused() {
        return refused.get();
    }

    /** Has a second writer look at what waits, if the first one does not come to it. */
    void nudge() {
        if (!queue.isEmpty()) {
            second.wake();
        }
    }

    Loop first() {
        return first;
    }

    Loop second() {
        return second;
    }

    @Override
    public void send(Finished finished) {
        int crowd = waiting.incrementAndGet();
        try {
            queue.add(finished);
        } catch (Throwable full) {
            waiting.decrementAndGet();
            throw full;
        }
        first.wake();
        if (crowd > CROWD || first.isHeldUp(STUCK_NANOS)) {
            second.wake();
        }
    }

    @Override
    public void handBack(Attempt attempt) {
        Claimed claimed = attempt.claimed;
        send(new Finished(
                attempt, EndingDecider.handBack(claimed.id(), claimed.epoch(), claimed.attempt()), null, null));
    }

    @Override
    public void drop(Attempt attempt) {
        holdings.drop(attempt, around.time().nanoTime());
    }

    @Override
    public void on(List<Finished> finished, List<EndingVerdict> verdicts) {
        List<Object> misses = new ArrayList<>(0);
        for (int i = 0; i < finished.size(); i++) {
            Finished one = finished.get(i);
            try {
                EndingVerdict verdict = verdicts.get(i);
                if (verdict.refusal() == null && verdict.state() == null) {
                    misses.add(verdict.id());
                }
                on(one, verdict);
            } catch (Throwable broken) {
                drop(one.attempt());
                LOG.error(
                        "job {}: what follows from its ending failed",
                        one.ending().id(),
                        broken);
            } finally {
                // Last: a shutdown takes none waiting for a sign that all hooks are on their way.
                waiting.decrementAndGet();
            }
        }
        if (!misses.isEmpty()) {
            fencedOff.addAndGet(misses.size());
            LOG.warn("{} endings came too late and changed nothing, their claims were lost: {}", misses.size(), misses);
        }
    }

    private void on(Finished one, EndingVerdict verdict) {
        if (verdict.refusal() != null) {
            refused.incrementAndGet();
            drop(one.attempt());
            LOG.error(
                    "job {}: the store cannot write its ending in any form, which is lost; its lease will lapse: {}",
                    verdict.id(),
                    verdict.refusal());
            return;
        }
        holdings.remove(one.attempt());
        JobState state = verdict.state();
        if (state == null) {
            return;
        }
        if (!verdict.skippedChildren().isEmpty()) {
            LOG.info(
                    "job {}: children {} were not added, their keys are taken",
                    verdict.id(),
                    verdict.skippedChildren());
        }
        hooks.onEnding(one, state);
    }

    @Override
    public void onLost(Finished finished) {
        try {
            refused.incrementAndGet();
            drop(finished.attempt());
        } finally {
            waiting.decrementAndGet();
        }
    }
}
