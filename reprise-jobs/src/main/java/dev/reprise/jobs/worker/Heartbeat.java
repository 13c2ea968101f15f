package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.Beat;
import dev.reprise.jobs.store.Beat.Stray;
import dev.reprise.jobs.store.Held;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews leases, delivers cancels, notices what is lost, and hands back what was claimed without this process knowing. */
final class Heartbeat implements Loop.Step {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final WorkerSession session;
    private final Surroundings around;
    private final Holdings holdings;
    private final Slots slots;
    private final Claimer claimer;
    private final Stopper stopper;
    private final Outbox outbox;
    private final Runnable wakeWatch;
    private final long beatNanos;

    /** Strays, each with the number of the last claim that was begun when it was first seen. */
    private Map<Stray, Long> strays = new HashMap<>();

    Heartbeat(
            WorkerSession session,
            Surroundings around,
            Holdings holdings,
            Slots slots,
            Claimer claimer,
            Stopper stopper,
            Outbox outbox,
            Runnable wakeWatch,
            long beatNanos) {
        this.session = session;
        this.around = around;
        this.holdings = holdings;
        this.slots = slots;
        this.claimer = claimer;
        this.stopper = stopper;
        this.outbox = outbox;
        this.wakeWatch = wakeWatch;
        this.beatNanos = beatNanos;
    }

    @Override
    public long run() {
        long sentAt = around.time().nanoTime();
        // What no slot took within a beat is better off with another worker.
        slots.takeBack(sentAt - beatNanos).forEach(outbox::handBack);
        List<Attempt> named = new ArrayList<>();
        List<Held> names = new ArrayList<>();
        for (Attempt attempt : holdings.all()) {
            if (!attempt.isAskedTo(StopReason.LOST)) {
                named.add(attempt);
                names.add(attempt.claim);
            }
        }
        Beat beat = session.beat(names, Duration.ofNanos(around.leaseNanos()));
        renew(named, sentAt + around.leaseNanos(), Set.copyOf(beat.unrenewed()));
        beat.lost().forEach(this::lose);
        beat.cancelled().forEach(this::cancel);
        holdings.forgetDropped(sentAt, beat.strays());
        handBackStrays(beat.strays());
        return beatNanos;
    }

    private static void renew(List<Attempt> named, long leaseUntil, Set<Held> unrenewed) {
        for (Attempt attempt : named) {
            if (!unrenewed.contains(attempt.claim)) {
                attempt.leaseUntil(leaseUntil);
            }
        }
    }

    private void lose(Held claim) {
        Attempt attempt = holdings.find(claim);
        // One that ended waits for a verdict, which will tell.
        if (attempt == null || !attempt.isUnended()) {
            return;
        }
        LOG.warn(
                "job {}: its claim {} is not this worker's any more; its handler is stopped",
                claim.id(),
                claim.epoch());
        attempt.leaseUntil(around.time().nanoTime() + around.leaseNanos() / 3);
        attempt.ask(StopReason.LOST);
        if (attempt.takeBack()) {
            outbox.drop(attempt);
        }
        wakeWatch.run();
    }

    private void cancel(Held claim) {
        Attempt attempt = holdings.find(claim);
        if (attempt != null && attempt.isUnended()) {
            stopper.stop(attempt, StopReason.CANCEL);
        }
    }

    private void handBackStrays(List<Stray> named) {
        if (named.isEmpty() && strays.isEmpty()) {
            return;
        }
        Map<Stray, Long> still = new HashMap<>();
        List<AttemptEnding> handBacks = new ArrayList<>();
        long done = claimer.done();
        for (Stray stray : named) {
            if (holdings.knows(stray)) {
                continue;
            }
            Long seenAt = strays.getOrDefault(stray, claimer.begun());
            // Over once every claim that was begun when it was first seen has brought its answer here.
            if (done >= seenAt) {
                handBacks.add(EndingDecider.handBack(stray.id(), stray.epoch(), stray.attempt()));
            }
            still.put(stray, seenAt);
        }
        strays = still;
        if (!handBacks.isEmpty()) {
            LOG.warn("{} claims reached the store and not this worker; handed back", handBacks.size());
            // Not here: a write that is slow or fails must not cost the others their renewal. If it fails, the next
            // beat names them again.
            around.aside().run("handing strays back", () -> session.end(UUID.randomUUID(), handBacks));
        }
    }
}
