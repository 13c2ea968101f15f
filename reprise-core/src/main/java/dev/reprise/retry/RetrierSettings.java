package dev.reprise.retry;

import dev.reprise.backoff.Durations;
import dev.reprise.internal.Nanos;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a call in memory runs under. Written only by {@link #with}, before anybody else sees the copy. */
final class RetrierSettings {
    static final RetrierSettings DEFAULTS = new RetrierSettings();

    RetryPolicy policy = RetryPolicy.defaults().backoff("exponential base=200ms limit=10s jitter=50%");
    RetryClassifier classifier =
            RetryClassifiers.compose(RetryClassifiers.serverHints(), RetryClassifiers.failureTaxonomy());
    Duration patience = Duration.ofMinutes(1);

    @Nullable
    Duration attemptTimeout;

    @Nullable
    RetryBudget budget;

    Listeners listeners = Listeners.NONE;
    RetryTime time = RetryTime.system();

    @Nullable
    RandomGenerator random;

    @Nullable
    Executor executor;

    @Nullable
    ScheduledExecutorService scheduler;

    /** Whether a call must not be made again: a retry that is decided is refused. */
    boolean once;

    private RetrierSettings() {}

    RetrierSettings with(Consumer<RetrierSettings> change) {
        RetrierSettings copy = new RetrierSettings();
        copy.policy = policy;
        copy.classifier = classifier;
        copy.patience = patience;
        copy.attemptTimeout = attemptTimeout;
        copy.budget = budget;
        copy.listeners = listeners;
        copy.time = time;
        copy.random = random;
        copy.executor = executor;
        copy.scheduler = scheduler;
        copy.once = once;
        change.accept(copy);
        return copy;
    }

    /** Tell whether anything is to be done before or beside a first attempt, if only to look at the clock. */
    boolean watchesTheFirstAttempt() {
        return policy.timeBudget() != null || attemptTimeout != null || budget != null || !listeners.isEmpty();
    }

    RandomGenerator random() {
        return random == null ? ThreadLocalRandom.current() : random;
    }

    Executor executor() {
        return executor == null ? time.executor() : executor;
    }

    /** Decide on a time-out or a breakdown where no attempt that hangs can hold it up; at the worst, on the timer. */
    void aside(Runnable decision) {
        try {
            (time == SystemTime.INSTANCE ? SystemTime.ASIDE : time.executor()).execute(decision);
        } catch (Throwable noThread) {
            decision.run();
        }
    }

    Future<?> schedule(Runnable task, Duration delay) {
        return scheduler == null
                ? time.schedule(task, delay)
                : scheduler.schedule(task, Nanos.of(delay), TimeUnit.NANOSECONDS);
    }

    static Duration requirePositive(String name, Duration duration) {
        if (Objects.requireNonNull(duration, name).isNegative() || duration.isZero()) {
            String given = duration.isZero() ? Durations.format(duration) : duration.toString();
            throw new IllegalArgumentException(name + ": " + given + " is not above zero");
        }
        return duration;
    }

    /** Say the policy and the bounds of this place. */
    @Override
    public String toString() {
        return policy
                + types(" on=", policy.retryOn(), DEFAULTS.policy.retryOn())
                + types(" neverOn=", policy.neverOn(), List.of())
                + " patience=" + Durations.format(patience)
                + (attemptTimeout == null ? "" : " attemptTimeout=" + Durations.format(attemptTimeout))
                + (budget == null ? "" : " " + budget);
    }

    private static String types(
            String name, List<Class<? extends Throwable>> types, List<Class<? extends Throwable>> ofDefault) {
        return types.equals(ofDefault)
                ? ""
                : name + types.stream().map(Class::getSimpleName).collect(Collectors.joining(","));
    }
}
