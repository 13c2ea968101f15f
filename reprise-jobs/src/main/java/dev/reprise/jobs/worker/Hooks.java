package dev.reprise.jobs.worker;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.worker.HandlerOptions.CancelHook;
import dev.reprise.jobs.worker.HandlerOptions.ExhaustedHook;
import dev.reprise.jobs.worker.HandlerOptions.SuccessHook;
import dev.reprise.jobs.worker.WorkerTime.Timer;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the users' hooks after the commit: at most once each, 3 s each, away from every thread that must not wait. */
final class Hooks {
    /** From so many waiting hooks on, nothing is started that makes more. */
    static final int MAX_WAITING = 10_000;

    static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final JobStore store;
    private final WorkerTime time;
    private final Map<String, Binding<?>> bindings;
    private final HookRunner threads;
    private final AtomicInteger waiting = new AtomicInteger();

    Hooks(JobStore store, WorkerTime time, Map<String, Binding<?>> bindings, HookRunner threads) {
        this.store = store;
        this.time = time;
        this.bindings = bindings;
        this.threads = threads;
    }

    /** How many hooks have not run yet. */
    int waiting() {
        return waiting.get();
    }

    /** An ending of this worker's was applied. */
    void onEnding(Finished finished, JobState state) {
        if (state.isTerminal()) {
            call(finished.attempt().binding, finished.ending().id(), state, finished.value(), finished.failure());
        }
    }

    /** A sweep of this worker's ended a job. */
    void onSweep(@Nullable String type, UUID id, JobState state) {
        Binding<?> binding = type == null ? null : bindings.get(type);
        if (binding != null && state.isTerminal()) {
            call(binding, id, state, null, null);
        }
    }

    /** A sweep of this worker's ended a job, of whatever type. */
    void onSweep(UUID id, JobState state) {
        boolean isWanted = false;
        for (Binding<?> binding : bindings.values()) {
            isWanted |= binding.options().onExhausted() != null;
        }
        if (isWanted) {
            submit("hook for job " + id, () -> {
                Job job = find(id);
                Binding<?> binding = job == null ? null : bindings.get(job.type());
                ExhaustedHook hook = binding == null ? null : binding.options().onExhausted();
                if (job != null && hook != null && job.state() == state) {
                    limited("onExhausted", job, () -> hook.onExhausted(job, null));
                }
            });
        }
    }

    private void call(
            Binding<?> binding, UUID id, JobState state, @Nullable Object value, @Nullable Throwable failure) {
        HandlerOptions options = binding.options();
        SuccessHook onSuccess = options.onSuccess();
        ExhaustedHook onExhausted = options.onExhausted();
        CancelHook onCancel = options.onCancel();
        if (state == JobState.SUCCEEDED && onSuccess != null) {
            submit("onSuccess", id, job -> onSuccess.onSuccess(job, value));
        } else if ((state == JobState.FAILED || state == JobState.CRASHED) && onExhausted != null) {
            submit("onExhausted", id, job -> onExhausted.onExhausted(job, failure));
        } else if (state == JobState.CANCELLED && onCancel != null) {
            submit("onCancel", id, onCancel);
        }
    }

    private void submit(String name, UUID id, CancelHook call) {
        submit(name + " of job " + id, () -> {
            Job job = find(id);
            if (job == null) {
                LOG.warn("{} of job {} is not called: the job is pruned already", name, id);
            } else {
                limited(name, job, () -> call.onCancel(job));
            }
        });
    }

    private void submit(String name, Runnable task) {
        waiting.incrementAndGet();
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } catch (Throwable failure) {
                    LOG.warn("{} failed", name, failure);
                } finally {
                    waiting.decrementAndGet();
                }
            });
        } catch (Throwable closed) {
            waiting.decrementAndGet();
            LOG.warn("{} is not called: the worker is closed", name);
        }
    }

    private @Nullable Job find(UUID id) {
        return store.find(id).orElse(null);
    }

    private void limited(String name, Job job, Call call) {
        Overrun overrun = new Overrun(name, job, Thread.currentThread());
        Timer timer = time.schedule(overrun, LIMIT_NANOS);
        try {
            call.run();
        } catch (Throwable failure) {
            LOG.warn("{} of job {} of {} failed", name, job.id(), job.type(), failure);
        } finally {
            timer.cancel();
            overrun.end();
        }
    }

    @FunctionalInterface
    private interface Call {
        void run() throws Exception;
    }

    /** Interrupts a hook that takes too long, and lends its thread's place to another until it returns. */
    private final class Overrun implements Runnable {
        private final String name;
        private final Job job;
        private final Thread thread;
        private boolean isOver;
        private boolean isOverrun;

        Overrun(String name, Job job, Thread thread) {
            this.name = name;
            this.job = job;
            this.thread = thread;
        }

        @Override
        public synchronized void run() {
            if (!isOver) {
                isOverrun = true;
                LOG.warn("{} of job {} of {} took longer than 3 s and is interrupted", name, job.id(), job.type());
                threads.oneMore();
                thread.interrupt();
            }
        }

        synchronized void end() {
            isOver = true;
            if (isOverrun) {
                Thread.interrupted();
                threads.oneLess();
            }
        }
    }
}
