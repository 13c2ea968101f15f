package dev.reprise.jobs.worker;

import dev.reprise.jobs.internal.NewJobs;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The parts of a running worker, put together. */
final class Engine implements WakeListener {
    private static final int MAX_WAITING_ENDINGS = 2_000;
    private static final long MAX_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long MAX_WRITE_BACKOFF_NANOS = TimeUnit.SECONDS.toNanos(1);

    final WorkerSession session;
    final Holdings holdings = new Holdings();
    final Slots slots;
    final Endings endings;
    final Stopper stopper;
    private final Claimer claimer;
    final Loop claims;
    final Loop moreClaims;
    final Loop heartbeat;
    final Loop leaseWatch;
    final List<Loop> sweeps = new ArrayList<>();
    private final Subscription subscription;
    private final HintWatch hints;

    Engine(
            WorkerSettings settings,
            JobStore store,
            WorkerTime time,
            Function<String, Executor> loopThreads,
            HookThreads hookThreads,
            Executor asideThreads,
            ThreadFactory handlerThreads,
            RandomGenerator random) {
        Map<String, Binding<?>> bindings = new HashMap<>();
        settings.handlings.forEach(
                (type, handling) -> bindings.put(type, handling.bind(settings.codec, settings.maxRetryDelay)));
        Surroundings around = new Surroundings(
                time,
                new Aside(asideThreads),
                settings.codec,
                new NewJobs(settings.codec, settings.clock),
                Checks.nanos(settings.lease));
        long pollNanos = Checks.nanos(settings.pollInterval);
        long beatNanos = Checks.nanos(settings.heartbeat);
        EndingDecider decider = new EndingDecider(settings.clock, settings.lease);
        Hooks hooks = new Hooks(store, time, bindings, hookThreads);

        session = store.openSession(UUID.randomUUID());
        endings = new Endings(
                session,
                around,
                holdings,
                hooks,
                step -> new Loop(
                        "writing endings", time, loopThreads.apply("endings"), random, MAX_WRITE_BACKOFF_NANOS, step));
        stopper = new Stopper(around, decider, endings, this::replaceThread);
        slots = new Slots(
                settings.concurrency,
                handlerThreads,
                new AttemptRunner(around, decider, stopper, endings),
                this::onWork);
        claimer = new Claimer(
                session,
                around,
                bindings,
                new Marks(settings.effectiveQueues(), List.copyOf(bindings.keySet())),
                slots,
                holdings,
                endings,
                () -> endings.waiting() > MAX_WAITING_ENDINGS || hooks.waiting() > Hooks.MAX_WAITING,
                this::wakeClaims,
                pollNanos,
                random);
        claims = new Loop("claiming", time, loopThreads.apply("claims"), random, MAX_BACKOFF_NANOS, claimer);
        moreClaims = new Loop(
                "claiming more", time, loopThreads.apply("claims-2"), random, MAX_BACKOFF_NANOS, claimer::help);
        leaseWatch = new Loop(
                "watching leases",
                time,
                loopThreads.apply("leases"),
                random,
                MAX_BACKOFF_NANOS,
                new LeaseWatch(around, holdings, stopper, endings));
        heartbeat = new Loop(
                "the heartbeat",
                time,
                loopThreads.apply("heartbeat"),
                random,
                Math.min(MAX_BACKOFF_NANOS, Math.max(1, beatNanos / 5)),
                nudging(new Heartbeat(
                        session, around, holdings, slots, claimer, stopper, endings, this::lookAtLeases, beatNanos)));
        Sweeps sweeper = new Sweeps(
                store, session, new ReclaimDecider(settings.maxRetryDelay), hooks, this::onWork, pollNanos, random);
        // By themselves: a backlog of others must hold up neither what is due nor what a crash has left.
        addSweep("promoting", time, loopThreads.apply("promotions"), random, sweeper::promote);
        Executor sweepThread = loopThreads.apply("sweeps");
        addSweep("expiring", time, sweepThread, random, sweeper::expire);
        addSweep("reclaiming", time, loopThreads.apply("reclaims"), random, sweeper::reclaim);
        Duration keep = settings.retention;
        if (keep != null) {
            addSweep("pruning", time, sweepThread, random, () -> sweeper.prune(keep));
        }
        subscription = subscribe();
        hints = new HintWatch(subscription);
        addSweep("watching hints", time, sweepThread, random, hints);
    }

    void start() {
        slots.start();
        leaseWatch.wake();
        heartbeat.wake();
        sweeps.forEach(Loop::wake);
        claims.wake();
    }

    @Override
    public void onWork() {
        wake(claims);
        if (claimer != null && claimer.wantsHelp()) {
            wake(moreClaims);
        }
    }

    @Override
    public void onCancel() {
        wake(heartbeat);
    }

    WorkerStatus status() {
        return new WorkerStatus(
                slots.running(),
                slots.free(),
                slots.queued(),
                endings.waiting(),
                endings.fencedOff(),
                endings.refused(),
                slots.leaked(),
                hints.isPollingOnly());
    }

    void closeSubscription() {
        subscription.close();
    }

    private Subscription subscribe() {
        try {
            return session.subscribe(this);
        } catch (RuntimeException failure) {
            session.close();
            throw failure;
        }
    }

    private void wakeClaims() {
        wake(claims);
    }

    private Loop.Step nudging(Loop.Step beat) {
        return () -> {
            endings.nudge();
            return beat.run();
        };
    }

    private void lookAtLeases() {
        wake(leaseWatch);
    }

    private void replaceThread() {
        slots.replaceThread();
    }

    /** A hint may come before everything is in place. */
    private static void wake(@Nullable Loop loop) {
        if (loop != null) {
            loop.wake();
        }
    }

    private void addSweep(String name, WorkerTime time, Executor thread, RandomGenerator random, Loop.Step step) {
        sweeps.add(new Loop(name, time, thread, random, MAX_BACKOFF_NANOS, step));
    }
}
