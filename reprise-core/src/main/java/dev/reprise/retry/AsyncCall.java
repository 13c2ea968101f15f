package dev.reprise.retry;

import dev.reprise.policy.RetryDecision.Retry;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Make the attempts of one asynchronous call. It is itself the future that the caller holds: whoever completes or
 * cancels it from outside stops the timer and the attempt in flight.
 *
 * <p>As a task it is run twice for each retry: by the timer, which only hands it to the executor, and there.
 */
final class AsyncCall<T extends @Nullable Object> extends CompletableFuture<T> implements Runnable {
    private final RetrierSettings settings;
    private final Call<? extends CompletionStage<T>, ?> call;
    private final @Nullable Predicate<? super T> rejected;
    private final Ending ending;
    private final CallState state;

    /** The attempt in flight and the timer of the next one: what to stop when nobody wants the call any more. */
    private volatile @Nullable AsyncAttempt<T> inFlight;

    private volatile @Nullable Future<?> timer;

    /** How many attempts had failed when the timer was set. */
    private int timerSetAfter;

    private boolean waiting;

    /** The retry that is waited for, where listeners may have to be told of its end: it weighs as much as all the rest. */
    private @Nullable Retry told;

    /** The latest thread that makes attempts. An older one may still be inside an attempt that was timed out. */
    private volatile @Nullable Maker maker;

    AsyncCall(
            RetrierSettings settings,
            Call<? extends CompletionStage<T>, ?> call,
            @Nullable Predicate<? super T> rejected,
            Ending ending) {
        this.settings = settings;
        this.call = call;
        this.rejected = rejected;
        this.ending = ending;
        this.state = CallState.begin(settings);
    }

    /** Make the first attempt, on the calling thread. */
    AsyncCall<T> start() {
        if (settings.budget != null) {
            settings.budget.callStarted();
        }
        attempt();
        return this;
    }

    /** Go on with a first attempt that somebody else began. */
    AsyncCall<T> await(CompletionStage<T> first) {
        AsyncAttempt<T> attempt = new AsyncAttempt<>(this, settings);
        inFlight = attempt;
        attempt.await(first);
        return this;
    }

    /** Go on after a first attempt that failed before it had a future. */
    AsyncCall<T> goOnAfter(Throwable first) {
        failed(first);
        return this;
    }

    /** Hand the attempt from the timer to the executor, or make it, there. */
    @Override
    public void run() {
        if (waiting) {
            waiting = false;
            try {
                handOver();
            } catch (RejectedExecutionException shutDown) {
                // Not here: what follows is foreign code, and this is the one timer.
                settings.aside(() -> cannotGoOn(shutDown));
            }
            return;
        }
        Maker latest = maker;
        if (latest != null && latest.thread == Thread.currentThread()) {
            latest.again = true;
            return;
        }
        // A loop, because an executor that runs tasks at once would nest a million failures a million deep.
        Maker me = new Maker();
        maker = me;
        do {
            me.again = false;
            attempt();
        } while (me.again);
        if (maker == me) {
            maker = null;
        }
    }

    private void attempt() {
        AsyncAttempt<T> attempt = new AsyncAttempt<>(this, settings);
        inFlight = attempt;
        // Looked at after it was written: who completes the call writes first and looks at it then.
        if (!isDone()) {
            attempt.make(call, state);
        }
    }

    /** An attempt has ended; called once for each, by whatever thread ended it. */
    void attemptEnded(T value, @Nullable Throwable thrown) {
        inFlight = null;
        if (isDone()) {
            unheard(value);
            return;
        }
        try {
            Throwable failure = thrown == null ? rejection(value) : unwrapped(thrown);
            if (failure == null) {
                state.succeeded();
                completeOrDrop(value);
                return;
            }
            Retry retry = state.afterFailure(failure);
            if (retry == null) {
                giveUp(failure);
            } else {
                makeLater(retry);
            }
        } catch (Throwable undecided) {
            unheard(value);
            super.completeExceptionally(undecided);
        }
    }

    /** An attempt has returned this, or null, and nobody waits for it any more. */
    void unheard(@Nullable T value) {
        if (value != null) {
            ending.unheard(value);
        }
    }

    private void completeOrDrop(@Nullable T value) {
        if (!super.complete(value)) {
            unheard(value);
        }
    }

    /** An attempt has failed. */
    @SuppressWarnings({"NullAway", "unchecked"}) // There is no value, and none is read.
    void failed(Throwable thrown) {
        attemptEnded((T) null, thrown);
    }

    private @Nullable Throwable rejection(T value) {
        try {
            return rejected != null && rejected.test(value) ? new RejectedResult(value, rejected) : null;
        } catch (Throwable brokenPredicate) {
            return brokenPredicate;
        }
    }

    /** A dependent stage wraps what it was given, so that the same failure would look different in a sync call. */
    private static Throwable unwrapped(Throwable thrown) {
        Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : null;
        return cause == null ? thrown : cause;
    }

    private void makeLater(Retry retry) {
        told = settings.listeners.isEmpty() ? null : retry;
        if (retry.delay().isZero()) {
            try {
                handOver();
            } catch (RejectedExecutionException shutDown) {
                cannotGoOn(shutDown);
            }
            return;
        }
        waiting = true;
        // Read before: from then on the next attempt may begin at any time.
        int failures = state.failures();
        try {
            setTimer(failures, settings.schedule(this, retry.delay()));
        } catch (RejectedExecutionException shutDown) {
            waiting = false;
            cannotGoOn(shutDown);
            return;
        }
        if (isDone()) {
            stop();
        }
    }

    /** Keep the timer, unless its time was over so soon that a later one is kept already. */
    private synchronized void setTimer(int failures, Future<?> set) {
        if (failures > timerSetAfter) {
            timerSetAfter = failures;
            timer = set;
        }
    }

    private void handOver() {
        if (isDone()) {
            return;
        }
        try {
            settings.executor().execute(this);
        } catch (RejectedExecutionException shutDown) {
            throw shutDown;
        } catch (Throwable broken) {
            throw new RejectedExecutionException("the executor threw", broken);
        }
    }

    /** Nobody makes attempts, or keeps the time, any more: the last failure is all that there is to tell. */
    void cannotGoOn(RejectedExecutionException shutDown) {
        try {
            giveUp(state.interrupted(told, shutDown));
        } catch (Throwable broken) {
            super.completeExceptionally(broken);
        }
    }

    @SuppressWarnings("unchecked") // The result is one that an attempt returned.
    private void giveUp(Throwable failure) {
        Throwable thrown = ending.thrown(failure, state.reason());
        if (thrown == null && failure instanceof RejectedResult last && last.isBy(rejected)) {
            completeOrDrop((T) last.result());
        } else {
            super.completeExceptionally(thrown == null ? failure : thrown);
        }
    }

    private void stop() {
        AsyncAttempt<T> attempt = inFlight;
        if (attempt != null) {
            attempt.stop();
        }
        Future<?> next = timer;
        if (next != null) {
            next.cancel(false);
        }
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return stopIf(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public boolean complete(T value) {
        return stopIf(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return stopIf(super.completeExceptionally(failure));
    }

    /** As it is described there; written anew, because it completes without {@link #complete}. */
    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        Objects.requireNonNull(supplier, "supplier");
        executor.execute(() -> {
            try {
                complete(supplier.get());
            } catch (Throwable failure) {
                completeExceptionally(failure);
            }
        });
        return this;
    }

    @Override
    public void obtrudeValue(T value) {
        super.obtrudeValue(value);
        stop();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        super.obtrudeException(failure);
        stop();
    }

    private boolean stopIf(boolean ended) {
        if (ended) {
            stop();
        }
        return ended;
    }

    /** A thread in the loop of {@link #run}, and whether it was given another attempt meanwhile; used by it alone. */
    private static final class Maker {
        final Thread thread = Thread.currentThread();
        boolean again;
    }
}
