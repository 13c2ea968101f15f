package dev.reprise.jobs.worker;

import dev.reprise.jobs.EnqueueOptions;
import dev.reprise.jobs.JobContext;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.NewJob;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a handler sees of its attempt. */
final class AttemptContext implements JobContext {
    private final Attempt attempt;
    private final Claimed claimed;
    private final Surroundings around;

    // Most jobs have neither: no list until there is something for it.
    private @Nullable List<Runnable> callbacks;
    private @Nullable List<NewJob> children;

    AttemptContext(Attempt attempt, Surroundings around) {
        this.attempt = attempt;
        this.claimed = attempt.claimed;
        this.around = around;
    }

    @Override
    public UUID id() {
        return claimed.id();
    }

    @Override
    public String type() {
        return claimed.type();
    }

    @Override
    public String queue() {
        return claimed.queue();
    }

    @Override
    public int attempt() {
        return claimed.attempt();
    }

    @Override
    public int maxAttempts() {
        return claimed.maxAttempts();
    }

    @Override
    public int epoch() {
        return claimed.epoch();
    }

    @Override
    public int failures() {
        return claimed.failures();
    }

    @Override
    public @Nullable Instant deadline() {
        return claimed.deadline();
    }

    @Override
    public boolean isCancelled() {
        return attempt.stops() != 0;
    }

    @Override
    public void onCancel(Runnable action) {
        Objects.requireNonNull(action, "action");
        synchronized (this) {
            if (!isCancelled()) {
                if (callbacks == null) {
                    callbacks = new ArrayList<>(2);
                }
                callbacks.add(action);
                return;
            }
        }
        around.aside().run("onCancel of job " + id(), action);
    }

    @Override
    public Map<String, String> logFields() {
        return Map.of(
                "job", id().toString(),
                "type", type(),
                "queue", queue(),
                "attempt", Integer.toString(attempt()),
                "epoch", Integer.toString(epoch()));
    }

    @Override
    public <C> UUID enqueue(JobType<C> type, C payload, UnaryOperator<EnqueueOptions> options) {
        NewJob child = around.newJobs().of(JobRequest.of(type, payload, options));
        synchronized (this) {
            if (children == null) {
                children = new ArrayList<>(2);
            }
            children.add(child);
        }
        return child.id();
    }

    /** The jobs to add if the attempt succeeds. */
    synchronized List<NewJob> children() {
        return children == null ? List.of() : List.copyOf(children);
    }

    /** Tells the handler's callbacks, once; called after the reason to stop was noted. */
    void runCallbacks() {
        List<Runnable> told;
        synchronized (this) {
            told = callbacks == null ? List.of() : callbacks;
            callbacks = null;
        }
        for (Runnable action : told) {
            around.aside().run("onCancel of job " + id(), action);
        }
    }
}
