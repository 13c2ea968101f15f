package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Claims jobs for the slots: as many as are free, and what starts within 100 ms at the recent rate, at most 100 at once, so that a crash
 * spends few.
 */
final class Claimer implements Loop.Step {
    private static final int MAX_BATCH = 100;
    private static final int MAX_AHEAD = 150;
    private static final long AHEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long UNMARKED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final WorkerSession session;
    private final Surroundings around;
    private final Map<String, Binding<?>> bindings;
    private final Marks marks;
    private final Slots slots;
    private final Holdings holdings;
    private final Outbox outbox;
    private final BooleanSupplier isHeldUp;
    private final long pollNanos;
    private final RandomGenerator random;
    private final RecentRate rate;
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
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
        this.pollNanos = pollNanos;
        this.random = random;
        this.rate = new RecentRate(around.time().nanoTime());
    }

    /** How many claims were begun so far. */
    long begun() {
        return begun.get();
    }

    /** How many claims are over, what they brought being held: they follow one another. */
    long done() {
        return done.get();
    }

    @Override
    public long run() {
        long now = around.time().nanoTime();
        rate.sample(now, claimed - slots.queued());
        int ahead = Math.min(rate.in(AHEAD_NANOS), MAX_AHEAD);
        // First say at which level more is wanted, then look: a slot that falls free in between is not overlooked.
        slots.lowWater(ahead / 2);
        int total = slots.free() + ahead;
        int wanted = total - slots.queued();
        if (wanted <= 0 || wanted < Math.min(MAX_BATCH, total) / 2 || isHeldUp.getAsBoolean()) {
            return nextPoll();
        }
        int batch = Math.min(wanted, MAX_BATCH);
        boolean isUnmarked = wasShort || now - unmarkedAt >= UNMARKED_NANOS;
        int got = claim(batch, isUnmarked, now);
        if (got == batch) {
            wasShort = false;
            return 0;
        }
        boolean isOver = isUnmarked;
        wasShort = true;
        if (isOver) {
            slots.lowWater(-1);
            return nextPoll();
        }
        return 0;
    }

    private int claim(int batch, boolean isUnmarked, long now) {
        if (isUnmarked) {
            unmarkedAt = now;
        }
        begun.incrementAndGet();
        try {
            List<Claimed> jobs = session.claim(
                    isUnmarked ? marks.unmarked() : marks.marked(), batch, Duration.ofNanos(around.leaseNanos()));
            marks.note(jobs);
            List<Attempt> attempts = new ArrayList<>(jobs.size());
            for (Claimed job : jobs) {
                Binding<?> binding = bindings.get(job.type());
                if (binding != null) {
                    Attempt attempt = new Attempt(job, binding, around, now);
                    holdings.add(attempt);
                    attempts.add(attempt);
                }
            }
            claimed += attempts.size();
            slots.offer(attempts);
            if (slots.isStopping()) {
                // The answer came after the shutdown had taken back what waited.
                slots.stop().forEach(outbox::handBack);
            }
            return jobs.size();
        } finally {
            done.incrementAndGet();
        }
    }

    private long nextPoll() {
        return (long) (pollNanos * (0.8 + 0.4 * random.nextDouble()));
    }
}
