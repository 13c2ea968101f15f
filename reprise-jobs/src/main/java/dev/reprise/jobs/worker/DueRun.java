package dev.reprise.jobs.worker;

import dev.reprise.jobs.JobState;
import dev.reprise.jobs.internal.NewJobs;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.WorkerSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Works off what is due, one attempt after the other, on the calling thread: a worker without loops, slots and heartbeat. */
final class DueRun implements Outbox {
    /** Time stands still for one who runs everything himself: no time-out and no limit of a hook fires. */
    private static final WorkerTime STILL = new WorkerTime() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Timer schedule(Runnable task, long delayNanos) {
            return () -> {};
        }

        @Override
        public void close() {}
    };

    private final WorkerSession session;
    private final Surroundings around;
    private final Map<String, Binding<?>> bindings = new HashMap<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final WorkerSettings settings;
    private final Hooks hooks;
    private final Sweeps sweeps;
    private final AttemptRunner runner;
    private boolean isInterrupted;

    private DueRun(WorkerSettings settings, JobStore store, WorkerSession session) {
        this.settings = settings;
        this.session = session;
        settings.handlings.forEach((type, handling) -> {
            bindings.put(type, handling.bind(settings.codec, settings.maxRetryDelay));
            settings.effectiveQueues().forEach(queue -> lanes.add(new Lane(queue, type, null)));
        });
        around = new Surroundings(
                STILL,
                new Aside(Runnable::run),
                settings.codec,
                new NewJobs(settings.codec, settings.clock),
                Checks.nanos(settings.lease));
        EndingDecider decider = new EndingDecider(settings.clock, settings.lease);
        hooks = new Hooks(store, STILL, bindings, Runnable::run);
        sweeps = new Sweeps(
                store,
                session,
                new ReclaimDecider(settings.maxRetryDelay),
                hooks,
                () -> {},
                Checks.nanos(settings.pollInterval),
                () -> 0);
        runner = new AttemptRunner(
                around, decider, new Stopper(around, decider, this, () -> {}), this, this::noteInterrupt);
    }

    /** Returns how many attempts ran. Every hook has run, too. */
    static int of(WorkerSettings settings, JobStore store) {
        try (WorkerSession session = store.openSession(UUID.randomUUID())) {
            DueRun run = new DueRun(settings, store, session);
            try {
                return run.run();
            } finally {
                if (run.isInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private int run() {
        sweeps.reclaim();
        int attempts = 0;
        while (true) {
            noteInterrupt();
            if (isInterrupted) {
                return attempts;
            }
            while (sweeps.promote() == 0) {
                // A full page was moved.
            }
            while (sweeps.expire() == 0) {
                // Likewise.
            }
            List<Claimed> claimed = session.claim(lanes, 1, settings.lease);
            if (claimed.isEmpty()) {
                return attempts;
            }
            for (Claimed job : claimed) {
                Binding<?> binding = bindings.get(job.type());
                if (binding == null) {
                    throw new IllegalStateException("type " + job.type() + " was claimed and not asked for");
                }
                runner.run(new Attempt(job, binding, around, 0));
                attempts++;
            }
        }
    }

    /** Nothing here interrupts a handler: it is the caller who is to stop. */
    private void noteInterrupt() {
        isInterrupted |= Thread.interrupted();
    }

    @Override
    public void send(Finished finished) {
        isInterrupted |= finished.failure() instanceof InterruptedException;
        EndingVerdict verdict = write(finished.ending());
        JobState state = verdict.state();
        if (state != null) {
            hooks.onEnding(finished, state);
        }
    }

    @Override
    public void handBack(Attempt attempt) {
        Claimed claimed = attempt.claimed;
        write(EndingDecider.handBack(claimed.id(), claimed.epoch(), claimed.attempt()));
    }

    @Override
    public void drop(Attempt attempt) {
        // Nothing is written, and nothing is held.
    }

    private EndingVerdict write(AttemptEnding ending) {
        return session.end(UUID.randomUUID(), List.of(ending)).get(0);
    }
}
