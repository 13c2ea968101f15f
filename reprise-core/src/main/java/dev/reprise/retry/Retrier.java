package dev.reprise.retry;

import dev.reprise.backoff.Backoff;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Retry a call in memory.
 *
 * <pre>{@code
 * Retrier retrier = Retrier.attempts(3).on(IOException.class).backoff("exponential base=200ms jitter=20%");
 * Page page = retrier.call(() -> load(url));
 * }</pre>
 *
 * <p>An immutable value: each setting gives a changed copy; safe for many threads. A call that is given up throws the
 * failure of its last attempt itself, with a {@link RetryNote}. A wait is never shortened to fit a bound, but refused. An
 * interrupt while waiting throws the last failure and leaves the thread interrupted; what an attempt itself throws when it
 * is interrupted or cancelled, and errors, pass through. What the policy warns of is logged at the first call.
 */
public final class Retrier {
    private static final Retrier DEFAULTS = new Retrier(RetrierSettings.DEFAULTS, new PolicyWarnings());

    private final RetrierSettings settings;
    private final PolicyWarnings warnings;
    /** Whether nothing is to be done before the first attempt. False until the first call has logged the warnings. */
    private boolean plain;

    private Retrier(RetrierSettings settings, PolicyWarnings warnings) {
        this.settings = settings;
        this.warnings = warnings;
    }

    /** {@return a retrier with every default: three attempts, each Exception retried} */
    public static Retrier defaults() {
        return DEFAULTS;
    }

    /**
     * {@return a retrier that makes so many attempts, the first included, with every other default}
     *
     * @param maxAttempts 1 to 32766
     * @throws IllegalArgumentException if the number is outside this range
     */
    public static Retrier attempts(int maxAttempts) {
        return DEFAULTS.policy(DEFAULTS.settings.policy.maxAttempts(maxAttempts));
    }

    /**
     * {@return a retrier for calls under a policy, with its schedule}
     *
     * @param policy the schedule and the limits
     */
    public static Retrier of(RetryPolicy policy) {
        return DEFAULTS.policy(Objects.requireNonNull(policy, "policy"));
    }

    /**
     * Set which types of failure are retried; others fail, unless the classifier speaks for them. Replaces what was set.
     *
     * @param types one type or more; every Exception if not set
     * @return a changed copy
     * @throws IllegalArgumentException if a type is an interrupt, a cancellation or an error of the JVM
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // Handed on to one that copies it.
    public final Retrier on(Class<? extends Throwable>... types) {
        return policy(settings.policy.retryOn(types));
    }

    /**
     * Set which types of failure are never retried, whatever the classifier says. Replaces what was set.
     *
     * @param types one type or more; none if not set
     * @return a changed copy
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // Handed on to one that copies it.
    public final Retrier neverOn(Class<? extends Throwable>... types) {
        return policy(settings.policy.neverOn(types));
    }

    /**
     * Set the schedule by its text form.
     *
     * @param backoff as {@link Backoff#parse} reads it; {@code exponential base=200ms limit=10s jitter=50%} if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the text is no schedule
     */
    public Retrier backoff(String backoff) {
        return policy(settings.policy.backoff(backoff));
    }

    /**
     * Set the schedule.
     *
     * @param backoff {@code exponential base=200ms limit=10s jitter=50%} if not set
     * @return a changed copy
     */
    public Retrier backoff(Backoff backoff) {
        return policy(settings.policy.backoff(backoff));
    }

    /**
     * Set the time, from the start of the first attempt, after which no attempt may start.
     *
     * @param timeBudget above zero; unlimited if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the budget is not above zero
     */
    public Retrier timeBudget(Duration timeBudget) {
        return policy(settings.policy.timeBudget(timeBudget));
    }

    /**
     * Set the longest wait: one that is longer, say a server's hint, is refused: {@link FailReason#WAIT_TOO_LONG}.
     *
     * @param patience above zero; 1 minute if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the patience is not above zero
     */
    public Retrier patience(Duration patience) {
        return with(copy -> copy.patience = RetrierSettings.requirePositive("patience", patience));
    }

    /**
     * Set how long one attempt may take; less where less is left of the time budget.
     *
     * <p>The thread of a synchronous attempt is interrupted once, and what it throws then counts as an
     * {@link dev.reprise.policy.AttemptTimeoutException}; a result that comes late still counts. An interrupt from
     * elsewhere that follows in the same attempt cannot be told apart. The stage of an asynchronous one is cancelled.
     *
     * @param attemptTimeout above zero; unlimited if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the time-out is not above zero
     */
    public Retrier attemptTimeout(Duration attemptTimeout) {
        return with(copy -> copy.attemptTimeout = RetrierSettings.requirePositive("attemptTimeout", attemptTimeout));
    }

    /**
     * Set who looks at each failure first.
     *
     * @param classifier instead of the default: {@code serverHints()}, then {@code failureTaxonomy()}
     * @return a changed copy
     */
    public Retrier classifier(RetryClassifier classifier) {
        Objects.requireNonNull(classifier, "classifier");
        return new Retrier(settings.with(copy -> copy.classifier = classifier), new PolicyWarnings());
    }

    /**
     * Set the budget that retries take their tokens from; retriers may share one.
     *
     * @param budget none if not set
     * @return a changed copy
     */
    public Retrier budget(RetryBudget budget) {
        Objects.requireNonNull(budget, "budget");
        return with(copy -> copy.budget = budget);
    }

    /**
     * Add a listener.
     *
     * @param listener told after those that are there already
     * @return a changed copy
     */
    public Retrier listen(RetryListener listener) {
        Objects.requireNonNull(listener, "listener");
        return with(copy -> copy.listeners = copy.listeners.with(listener));
    }

    /**
     * Set the clock, and who waits.
     *
     * @param time the system's if not set; a {@link ManualTime} waits without sleeping
     * @return a changed copy
     */
    public Retrier time(RetryTime time) {
        Objects.requireNonNull(time, "time");
        return with(copy -> copy.time = time);
    }

    /**
     * Set where jitter is drawn from, to replay delays.
     *
     * @param random the thread's own if not set. It is asked under its lock; calls share its draws
     * @return a changed copy
     */
    public Retrier random(RandomGenerator random) {
        RandomGenerator locked = new LockedRandom(Objects.requireNonNull(random, "random"));
        return with(copy -> copy.random = locked);
    }

    /**
     * Set who makes the attempts of asynchronous calls after the first, which the calling thread makes.
     *
     * @param executor the common pool if not set
     * @return a changed copy
     */
    public Retrier executor(Executor executor) {
        Objects.requireNonNull(executor, "executor");
        return with(copy -> copy.executor = executor);
    }

    /**
     * Set who keeps the time of asynchronous waits and of time-outs; it never makes an attempt.
     *
     * @param scheduler one daemon thread that all retriers share, if not set. Without {@code setRemoveOnCancelPolicy(true)}
     *     it keeps every unneeded time-out. After a shut-down, what is to wait or to be timed ends its call with
     *     {@link FailReason#INTERRUPTED}; what {@code shutdownNow} drops never ends
     * @return a changed copy
     */
    public Retrier scheduler(ScheduledExecutorService scheduler) {
        Objects.requireNonNull(scheduler, "scheduler");
        return with(copy -> copy.scheduler = scheduler);
    }

    /**
     * Reject results, as if the attempt had failed with a {@link RejectedResult}, which is retried unless the classifier
     * says otherwise.
     *
     * @param rejected true for a result that is as good as a failure
     * @param <T> the type of the results
     * @return what makes calls with such results, under these settings
     */
    public <T extends @Nullable Object> ResultRetrier<T> rejectIf(Predicate<? super T> rejected) {
        return ResultRetrier.of(this, Objects.requireNonNull(rejected, "rejected"));
    }

    /** {@return the schedule and the limits} */
    public RetryPolicy policy() {
        return settings.policy;
    }

    /**
     * Make a call, and make it again after failures.
     *
     * @param call one attempt
     * @param <T> the type of the result
     * @param <X> the checked exception of an attempt
     * @return the result of the attempt that succeeded
     * @throws X the failure of the last attempt, itself
     * @throws InterruptedException if an attempt throws it
     */
    public <T extends @Nullable Object, X extends Throwable> T call(Call<T, X> call) throws X, InterruptedException {
        Objects.requireNonNull(call, "call");
        if (!plain && !becomesPlain()) {
            return new SyncCall<T>(settings, call, null).<X>valueOrThrow(Ending.THROWN);
        }
        // The loop is here, where it adds the least to the stack traces of failures.
        for (CallState state = null; ; ) {
            try {
                return call.call();
            } catch (Throwable failure) {
                state = SyncCall.<X>goOnAfter(failure, state, settings);
            }
        }
    }

    /**
     * Make a call as {@link #call} does, and tell how it ended instead of throwing the failure.
     *
     * @param call one attempt
     * @param <T> the type of the result
     * @return the value, or the failure and the reason
     * @throws InterruptedException if an attempt throws it; a cancellation and an error are passed on, too
     */
    public <T extends @Nullable Object> RetryResult<T> tryCall(Call<T, ?> call) throws InterruptedException {
        Objects.requireNonNull(call, "call");
        return sync(call, null).result();
    }

    /**
     * Make an asynchronous call, and make it again after failures.
     *
     * @param call begins one attempt: the first on the calling thread, later ones on the executor. What it throws is a
     *     failure of the attempt
     * @param <T> the type of the result
     * @return completes as the last attempt does; possibly the very future of a first attempt that has succeeded
     *     already. Whoever cancels or completes it stops the retries and cancels the attempt in flight
     */
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(Call<? extends CompletionStage<T>, ?> call) {
        Objects.requireNonNull(call, "call");
        if (!plain && !becomesPlain()) {
            return new AsyncCall<T>(settings, call, null, Ending.THROWN).start();
        }
        CompletionStage<T> first;
        try {
            first = Objects.requireNonNull(call.call(), "the stage that the call returned");
        } catch (Throwable failure) {
            return new AsyncCall<T>(settings, call, null, Ending.THROWN).goOnAfter(failure);
        }
        return first instanceof CompletableFuture<T> done && done.isDone() && !done.isCompletedExceptionally()
                ? done
                : new AsyncCall<T>(settings, call, null, Ending.THROWN).await(first);
    }

    /**
     * Wrap a call, so that each use of it is retried.
     *
     * @param call one attempt
     * @param <T> the type of the result
     * @param <X> the checked exception of an attempt
     * @return makes the call as {@link #call} does
     */
    public <T extends @Nullable Object, X extends Throwable> Call<T, X> wrap(Call<T, X> call) {
        Objects.requireNonNull(call, "call");
        return () -> call(call);
    }

    /**
     * Wrap a supplier, so that each use of it is retried.
     *
     * @param supplier one attempt
     * @param <T> the type of the result
     * @return gets as {@link #call} calls
     */
    public <T extends @Nullable Object> Supplier<T> wrapSupplier(Supplier<T> supplier) {
        Objects.requireNonNull(supplier, "supplier");
        return () -> Unchecked.call(wrap(supplier::get));
    }

    /**
     * Wrap a runnable, so that each run of it is retried.
     *
     * @param runnable one attempt
     * @return runs as {@link #call} calls
     */
    public Runnable wrapRunnable(Runnable runnable) {
        Objects.requireNonNull(runnable, "runnable");
        return () -> Unchecked.call(wrap(() -> {
            runnable.run();
            return true;
        }));
    }

    /**
     * Wrap a function, so that each use of it is retried.
     *
     * @param function one attempt
     * @param <A> the type of the argument
     * @param <T> the type of the result
     * @return applies as {@link #call} calls
     */
    public <A extends @Nullable Object, T extends @Nullable Object> Function<A, T> wrapFunction(
            Function<A, T> function) {
        Objects.requireNonNull(function, "function");
        return argument -> Unchecked.call(wrap(() -> function.apply(argument)));
    }

    @Override
    public String toString() {
        return settings.toString();
    }

    <T extends @Nullable Object> SyncCall<T> sync(Call<? extends T, ?> call, @Nullable Predicate<? super T> rejected) {
        warnings.logOnce(settings);
        return new SyncCall<>(settings, call, rejected);
    }

    <T extends @Nullable Object> AsyncCall<T> async(
            Call<? extends CompletionStage<T>, ?> call, Predicate<? super T> rejected, Ending ending) {
        warnings.logOnce(settings);
        return new AsyncCall<>(settings, call, rejected, ending);
    }

    private boolean becomesPlain() {
        warnings.logOnce(settings);
        plain = !settings.watchesTheFirstAttempt();
        return plain;
    }

    private Retrier policy(RetryPolicy policy) {
        return new Retrier(settings.with(copy -> copy.policy = policy), new PolicyWarnings());
    }

    Retrier with(Consumer<RetrierSettings> change) {
        return new Retrier(settings.with(change), warnings);
    }
}
