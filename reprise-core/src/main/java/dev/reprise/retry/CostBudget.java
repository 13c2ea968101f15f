package dev.reprise.retry;

import dev.reprise.policy.Timeouts;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Pay retries from a fixed stock of tokens that only successes refill. Made by {@link RetryBudget#cost()}.
 *
 * <p>A full budget of the default settings allows 100 retries in a row, or 50 after time-outs, and then none until
 * calls succeed: 5 successes pay one retry, so that lasting retries are at most a fifth of the successes. No clock takes
 * part. The form and its numbers are those of the retry quota in the standard mode of the AWS SDKs, with one difference:
 * a success gives back {@code refund} also if it came after a retry, where the SDKs give back what that retry cost.
 */
public final class CostBudget implements RetryBudget {
    static final CostBudget DEFAULTS = new CostBudget(new CostSettings(500, 5, 10, 1));

    private final CostSettings settings;
    private final AtomicInteger tokens;

    private CostBudget(CostSettings settings) {
        this.settings = settings;
        this.tokens = new AtomicInteger(settings.capacity());
    }

    /**
     * Set how many tokens the budget begins with and never exceeds.
     *
     * @param capacity 1 or more, and at least what a retry costs; 500 if not set
     * @return a new, full budget
     * @throws IllegalArgumentException if {@code capacity} is below 1
     * @throws IllegalStateException if it is below {@code retryCost} or {@code timeoutCost}: set those first
     */
    public CostBudget capacity(int capacity) {
        return new CostBudget(
                new CostSettings(capacity, settings.retryCost(), settings.timeoutCost(), settings.refund()));
    }

    /**
     * Set what a retry costs, unless the failure was a time-out.
     *
     * @param retryCost tokens, 1 or more; 5 if not set
     * @return a new, full budget
     * @throws IllegalArgumentException if {@code retryCost} is below 1
     * @throws IllegalStateException if it is above {@code capacity}: set that first
     */
    public CostBudget retryCost(int retryCost) {
        return new CostBudget(
                new CostSettings(settings.capacity(), retryCost, settings.timeoutCost(), settings.refund()));
    }

    /**
     * Set what a retry costs after a time-out, as {@link Timeouts} tells it.
     *
     * @param timeoutCost tokens, 1 or more; 10 if not set
     * @return a new, full budget
     * @throws IllegalArgumentException if {@code timeoutCost} is below 1
     * @throws IllegalStateException if it is above {@code capacity}: set that first
     */
    public CostBudget timeoutCost(int timeoutCost) {
        return new CostBudget(
                new CostSettings(settings.capacity(), settings.retryCost(), timeoutCost, settings.refund()));
    }

    /**
     * Set what a success gives back.
     *
     * @param refund tokens, 1 or more, since a budget that nothing refills ends all retries for good; 1 if not set
     * @return a new, full budget
     * @throws IllegalArgumentException if {@code refund} is below 1
     */
    public CostBudget refund(int refund) {
        return new CostBudget(
                new CostSettings(settings.capacity(), settings.retryCost(), settings.timeoutCost(), refund));
    }

    @Override
    public void callStarted() {
        // Only the end of a call counts in this form.
    }

    @Override
    public boolean tryRetry(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        int cost = Timeouts.isTimeout(failure) ? settings.timeoutCost() : settings.retryCost();
        int left = tokens.get();
        while (left >= cost) {
            int seen = tokens.compareAndExchange(left, left - cost);
            if (seen == left) {
                return true;
            }
            left = seen;
        }
        return false;
    }

    @Override
    public void callSucceeded() {
        int left = tokens.get();
        // While all is well the budget is full, and threads only read it.
        while (left < settings.capacity()) {
            int refilled =
                    left > settings.capacity() - settings.refund() ? settings.capacity() : left + settings.refund();
            int seen = tokens.compareAndExchange(left, refilled);
            if (seen == left) {
                return;
            }
            left = seen;
        }
    }

    @Override
    public double tokensLeft() {
        return tokens.get();
    }

    @Override
    public String toString() {
        return settings + ", " + tokens.get() + " tokens left";
    }

    /** Return a budget with these settings that nobody shares yet. */
    CostBudget unused() {
        return new CostBudget(settings);
    }
}
