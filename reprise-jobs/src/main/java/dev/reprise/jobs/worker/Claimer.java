package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Claims jobs for the slots: as many as are free, and what starts within 100 ms at the recent rate, at most 100 at once, so that a crash
 * spends few.
 */
final class Claimer implements Loop.Step {
    private static final int MAX_BATCH = 100;
    private static final int MAX_AHEAD = 250;
    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long HELD_UP_NANOS = TimeUnit.MICROSECONDS.toNanos(7_500);
    private static final long UNMARKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final WorkerSession session;
    private final Surroundings around;
    private final Map<String, Binding<?>> bindings;
    private final Marks marks;
    private final Slots slots;
    private final Holdings holdings;
    private final Outbox outbox;
    private final BooleanSupplier isHeldUp;
    private final Runnable wakeClaims;
    private final long pollNanos;
    private final RandomGenerator random;
    private final RecentRate rate;
    /** The numbers of the claims that wait for their answer, and how many jobs they ask for. Guarded by this. */
    private final TreeSet<Long> inFlight = new TreeSet<>();

    private volatile int askedFor;
    private volatile int ahead;
    private long begun;
    private long claimed;
    private long unmarkedAt;
    private boolean wasShort = true;

    Claimer(
            WorkerSession session,
            Surroundings around,
            Map<String, Binding<?>> bindings,
            Marks marks,
            Slots slots,
            Holdings holdings,
            Outbox outbox,
            BooleanSupplier isHeldUp,
            Runnable wakeClaims,
            long pollNanos,
            RandomGenerator random) {
        this.session = session;
        this.around = around;
        this.bindings = bindings;
        this.marks = marks;
        this.slots = slots;
        this.holdings = holdings;
        this.outbox = outbox;
        this.isHeldUp = isHeldUp;
        this.wakeClaims = wakeClaims;
        this.pollNanos = pollNanos;
        this.random = random;
        this.rate = new RecentRate(around.time().nanoTime());
    }

    /** How many claims were begun so far. */
    synchronized long begun() {
        return begun;
    }

    /** The number of the last claim that is over, and with it all before it; what they brought is held. */
    synchronized long done() {
        return inFlight.isEmpty() ? begun : inFlight.first() - 1;
    }

    /** Whether a second claim is worth a turn while the first is on its way. A glance without a lock. */
    boolean wantsHelp() {
        int pending = askedFor;
        int queued = slots.queued();
        int total = slots.free() + ahead;
        int wanted = total - queued - pending;
        return pending > 0 && wanted > 0 && wanted >= Math.min(MAX_BATCH, total) / 2;
    }

    /** Claims what is wanted; at most one thread of each loop. */
    @Override
    public long run() {
        if (isHeldUp.getAsBoolean()) {
            // Nobody tells when it is over.
            return HELD_UP_NANOS;
        }
        Plan plan = plan();
        if (plan == null) {
            return nextPoll();
        }
        int got = 0;
        try {
            got = claim(plan);
        } finally {
            over(plan, got);
        }
        if (got == plan.batch) {
            return 0;
        }
        return plan.isUnmarked ? rest() : 0;
    }

    /** There is no more for now, unless a claim that is still on its way shows otherwise: its end wakes this loop. */
    private synchronized long rest() {
        if (!inFlight.isEmpty()) {
            return Loop.UNTIL_WOKEN;
        }
        slots.lowWater(-1);
        return nextPoll();
    }

    /** Takes a turn while another claim is on its way: one alone waits for the disk while slots run dry. */
    long help() {
        Plan plan = isAlone() || isHeldUp.getAsBoolean() ? null : plan();
        if (plan == null) {
            return Loop.UNTIL_WOKEN;
        }
        int got = 0;
        try {
            got = claim(plan);
        } finally {
            over(plan, got);
            // The other loop may have gone to rest on this one, and looks from the beginning if this one fell short.
            wakeClaims.run();
        }
        return got == plan.batch ? 0 : Loop.UNTIL_WOKEN;
    }

    private synchronized boolean isAlone() {
        return inFlight.isEmpty();
    }

    private synchronized @Nullable Plan plan() {
        long now = around.time().nanoTime();
        rate.sample(now, claimed - slots.queued());
        ahead = Math.min(rate.in(AHEAD_NANOS), MAX_AHEAD);
        // First say at which level more is wanted, then look: a slot that falls free in between is not overlooked.
        slots.lowWater(ahead / 2);
        // What is queued before what is free: a slot that takes a job in between must not count as one that needs
        // another.
        int queued = slots.queued();
        int total = slots.free() + ahead;
        int wanted = total - queued - askedFor;
        if (wanted <= 0 || wanted < Math.min(MAX_BATCH, total) / 2) {
            return null;
        }
        boolean isUnmarked = wasShort || now - unmarkedAt >= UNMARKED_NANOS;
        if (isUnmarked) {
            unmarkedAt = now;
        }
        Plan plan = new Plan(++begun, Math.min(wanted, MAX_BATCH), isUnmarked, marks.lanes(isUnmarked), now);
        inFlight.add(plan.number);
        askedFor = askedFor + plan.batch;
        return plan;
    }

    private int claim(Plan plan) {
        List<Claimed> jobs = session.claim(plan.lanes, plan.batch, Duration.ofNanos(around.leaseNanos()));
        List<Attempt> attempts = new ArrayList<>(jobs.size());
        for (Claimed job : jobs) {
            Binding<?> binding = bindings.get(job.type());
            if (binding != null) {
                Attempt attempt = new Attempt(job, binding, around, plan.at);
                holdings.add(attempt);
                attempts.add(attempt);
            }
        }
        synchronized (this) {
            marks.note(jobs);
            claimed += attempts.size();
        }
        long now = around.time().nanoTime();
        attempts.forEach(attempt -> attempt.offeredAt(now));
        slots.offer(attempts);
        if (slots.isStopping()) {
            // The answer came after the shutdown had taken back what waited.
            slots.stop().forEach(outbox::handBack);
        }
        return jobs.size();
    }

    private synchronized void over(Plan plan, int got) {
        inFlight.remove(plan.number);
        askedFor = askedFor - plan.batch;
        if (got < plan.batch) {
            wasShort = true;
        } else if (plan.isUnmarked) {
            wasShort = false;
        }
    }

    private long nextPoll() {
        return (long) (pollNanos * (0.8 + 0.4 * random.nextDouble()));
    }

    private record Plan(long number, int batch, boolean isUnmarked, List<Lane> lanes, long at) {}
}
