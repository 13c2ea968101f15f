package dev.reprise.retry;

import dev.reprise.internal.Interrupts;
import dev.reprise.internal.Rethrow;
import dev.reprise.internal.Wrappers;
import dev.reprise.policy.AttemptTimeoutException;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Make the attempts of one call on the calling thread. */
final class SyncCall<T extends @Nullable Object> {
    private final RetrierSettings settings;
    private final Call<? extends T, ?> call;
    private final @Nullable Predicate<? super T> rejected;
    private final CallState state;
    private @Nullable T value;

    /** What the scheduler threw when it was to time an attempt, which was then not made; or null. */
    private @Nullable RejectedExecutionException noTimer;

    SyncCall(RetrierSettings settings, Call<? extends T, ?> call, @Nullable Predicate<? super T> rejected) {
        this.settings = settings;
        this.call = call;
        this.rejected = rejected;
        this.state = CallState.begin(settings);
    }

    /** Make all attempts. {@return null on success, else the failure that was given up} */
    private @Nullable Throwable run() throws InterruptedException {
        if (settings.budget != null) {
            settings.budget.callStarted();
        }
        Retry retry = null;
        Throwable failure = attempt();
        while (failure != null) {
            if (failure == noTimer) {
                return state.interrupted(retry, noTimer);
            }
            retry = state.afterFailure(failure);
            if (retry == null || !waitFor(retry, state, settings)) {
                return failure;
            }
            failure = attempt();
        }
        state.succeeded();
        return null;
    }

    /**
     * Decide what follows a failure of a call that nobody watched until then, and wait until another attempt is to be
     * made.
     *
     * @param known what was returned after the failure before, or null: this is the first
     * @throws X the failure, if it was given up
     */
    @SuppressWarnings("TypeParameterUnusedInFormals") // As with Rethrow, which throws it.
    static <X extends Throwable> CallState goOnAfter(
            Throwable failure, @Nullable CallState known, RetrierSettings settings) throws X, InterruptedException {
        CallState state = known == null ? CallState.begin(settings) : known;
        Retry retry = state.afterFailure(failure);
        if (retry == null || !waitFor(retry, state, settings)) {
            throw Rethrow.<X>asItCame(failure);
        }
        return state;
    }

    /** Make all attempts. {@return how they ended} */
    RetryResult<T> result() throws InterruptedException {
        Throwable failure;
        FailReason reason;
        try {
            failure = run();
            reason = state.reason();
        } catch (InterruptedException | RuntimeException | Error outside) {
            throw outside;
        } catch (Throwable checked) {
            Throwable inner = Wrappers.unwrap(checked);
            if (!Interrupts.isOne(inner) || inner instanceof CancellationException) {
                throw Rethrow.<RuntimeException>asItCame(checked);
            }
            // A closed channel, say: a checked type, which must not come out of here, and is no error either.
            failure = checked;
            reason = FailReason.INTERRUPTED;
        }
        return failure == null
                ? new RetryResult<>(value, null, null, state.failures() + 1, state.elapsed())
                : new RetryResult<>(null, failure, reason, state.failures(), state.elapsed());
    }

    /** Make all attempts. {@return what the ending makes of them} */
    @SuppressWarnings({"NullAway", "unchecked"}) // The result is one that an attempt returned.
    <X extends Throwable> T valueOrThrow(Ending ending) throws X, InterruptedException {
        Throwable failure;
        try {
            failure = run();
        } catch (Throwable undecided) {
            if (value != null) {
                ending.unheard(value);
            }
            throw undecided;
        }
        if (failure == null) {
            return value;
        }
        Throwable thrown = ending.thrown(failure, state.reason());
        if (thrown == null && failure instanceof RejectedResult last && last.isBy(rejected)) {
            return (T) last.result();
        }
        throw Rethrow.<X>asItCame(thrown == null ? failure : thrown);
    }

    private @Nullable Throwable attempt() {
        try {
            Duration timeout = state.attemptTimeout();
            T result = timeout == null ? call.call() : watched(timeout);
            value = result;
            return rejected != null && rejected.test(result) ? new RejectedResult(result, rejected) : null;
        } catch (Throwable failure) {
            return failure;
        }
    }

    private T watched(Duration timeout) throws Throwable {
        // With the flag up from the start, there is no telling whose interrupt is seen later: it is taken for theirs.
        boolean theirs = Thread.currentThread().isInterrupted();
        AttemptWatch watch = new AttemptWatch(Thread.currentThread());
        try {
            watch.timer(settings.schedule(watch, timeout));
        } catch (RejectedExecutionException shutDown) {
            noTimer = shutDown;
            throw shutDown;
        }
        try {
            T result = call.call();
            if (watch.end() && !theirs) {
                Thread.interrupted();
            }
            return result;
        } catch (Throwable failure) {
            if (!watch.end() || theirs) {
                throw failure;
            }
            // Also of an InterruptedException, whose thrower may only have looked at the flag.
            Thread.interrupted();
            throw failure instanceof Error ? failure : new AttemptTimeoutException(timeout, failure);
        }
    }

    /** {@return whether the next attempt may be made: not after an interrupt, also where there is nothing to wait for} */
    private static boolean waitFor(Retry retry, CallState state, RetrierSettings settings) {
        Thread me = Thread.currentThread();
        if (!me.isInterrupted()) {
            if (retry.delay().isZero()) {
                return true;
            }
            try {
                settings.time.sleep(retry.delay());
                return true;
            } catch (InterruptedException interrupt) {
                me.interrupt();
            }
        }
        state.interrupted(retry, null);
        return false;
    }
}
