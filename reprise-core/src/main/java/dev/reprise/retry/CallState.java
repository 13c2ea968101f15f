package dev.reprise.retry;

import dev.reprise.policy.AttemptState;
import dev.reprise.policy.Decider;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follow one call from failure to failure: decide, tell the listeners, and at the end leave a note. Synchronous and
 * asynchronous calls share it; one thread at a time uses it.
 */
final class CallState {
    private final RetrierSettings settings;
    private final long start;
    private int attempts;
    private @Nullable Throwable last;
    private @Nullable EarlierFailures earlier;
    private @Nullable FailReason reason;

    private CallState(RetrierSettings settings, long start) {
        this.settings = settings;
        this.start = start;
    }

    /** Begin to follow a call whose first attempt begins now, or has failed now, before anybody watched. */
    static CallState begin(RetrierSettings settings) {
        return new CallState(settings, settings.time.nanoTime());
    }

    /**
     * Count an attempt that failed, and decide what follows.
     *
     * @return the retry to make, or null: the failure was given up, noted and told
     * @throws InterruptedException if the failure is outside every decision; whatever is so is thrown as it came
     */
    @Nullable
    Retry afterFailure(Throwable failure) throws InterruptedException {
        int attempt = ++attempts;
        RetryDecision decision;
        try {
            decision = decide(failure);
        } catch (Throwable passing) {
            remember(failure);
            if (passing != failure) {
                keep(failure);
            }
            if (earlier != null) {
                earlier.join(passing);
            }
            throw passing;
        }
        remember(failure);
        settings.listeners.attemptFailed(attempt, failure);
        if (decision instanceof Retry retry) {
            decision = inBounds(retry, failure);
        }
        if (decision instanceof Retry retry) {
            settings.listeners.retryScheduled(attempt, failure, retry);
            return retry;
        }
        giveUp(failure, (Fail) decision);
        return null;
    }

    /**
     * Give up, because the wait was interrupted, or nobody can wait any more.
     *
     * @param retry the one that was decided last and is not made, or null: there is none, or nobody listens
     * @param why what says so, to be kept beside the earlier failures; or null
     * @return the failure of the last attempt; or what says so, if none has failed
     */
    Throwable interrupted(@Nullable Retry retry, @Nullable Throwable why) {
        Throwable failure = last;
        if (failure == null) {
            reason = FailReason.INTERRUPTED;
            return Objects.requireNonNull(why);
        }
        if (why != null) {
            keep(why);
        }
        if (retry == null) {
            end(failure, FailReason.INTERRUPTED, null);
        } else {
            giveUp(failure, retry.refuse(FailReason.INTERRUPTED));
        }
        return failure;
    }

    void succeeded() {
        if (settings.budget != null) {
            settings.budget.callSucceeded();
        }
        if (attempts > 0 && !settings.listeners.isEmpty()) {
            settings.listeners.succeeded(attempts + 1, elapsed());
        }
    }

    /** {@return how long one attempt may take that begins now, or null: for ever} */
    @Nullable
    Duration attemptTimeout() {
        Duration timeout = settings.attemptTimeout;
        Duration timeBudget = settings.policy.timeBudget();
        if (timeout == null || timeBudget == null) {
            return timeout;
        }
        Duration left = timeBudget.minus(elapsed());
        if (left.compareTo(timeout) >= 0) {
            return timeout;
        }
        // An attempt may start at the last instant of the budget, and a time-out of nothing is none.
        return left.compareTo(Duration.ofNanos(1)) < 0 ? Duration.ofNanos(1) : left;
    }

    Duration elapsed() {
        return Duration.ofNanos(Math.max(0, settings.time.nanoTime() - start));
    }

    /** {@return how many attempts have failed} */
    int failures() {
        return attempts;
    }

    /** {@return why the call was given up, or null: it was not} */
    @Nullable
    FailReason reason() {
        return reason;
    }

    private RetryDecision decide(Throwable failure) throws InterruptedException {
        AttemptState state = new AttemptState(attempts, attempts, settings.time, settings.random());
        return Decider.decide(settings.policy, settings.classifier, failure, state);
    }

    /** Refuse a retry that would be too long, too late or one too many: a delay is never shortened to fit. */
    private RetryDecision inBounds(Retry retry, Throwable failure) {
        if (retry.delay().compareTo(settings.patience) > 0) {
            return retry.refuse(FailReason.WAIT_TOO_LONG);
        }
        Duration timeBudget = settings.policy.timeBudget();
        if (timeBudget != null && retry.within(elapsed(), timeBudget) instanceof Fail late) {
            return late;
        }
        if (settings.once) {
            return retry.refuse(FailReason.NOT_REPEATABLE);
        }
        // The token is taken last: what is refused anyway spends none.
        return settings.budget == null || settings.budget.tryRetry(failure)
                ? retry
                : retry.refuse(FailReason.BUDGET_EXHAUSTED);
    }

    private void remember(Throwable failure) {
        if (last != null) {
            keep(last);
        }
        last = failure;
    }

    private void keep(Throwable failure) {
        if (earlier == null) {
            earlier = new EarlierFailures(failure);
        } else {
            earlier.add(failure);
        }
    }

    private void giveUp(Throwable failure, Fail decision) {
        end(failure, decision.reason(), decision.refusedDelay());
        settings.listeners.gaveUp(attempts, failure, decision);
    }

    private void end(Throwable failure, FailReason why, @Nullable Duration refusedDelay) {
        reason = why;
        boolean decidedAtOnce = attempts == 1 && refusedDelay == null && why != FailReason.INTERRUPTED;
        if (!decidedAtOnce) {
            RetryNote.Facts facts = new RetryNote.Facts(attempts, elapsed(), why, refusedDelay);
            RetryNote.put(failure, facts, earlier == null ? EarlierFailures.NONE : earlier);
        }
    }
}
