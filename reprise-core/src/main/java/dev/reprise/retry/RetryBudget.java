package dev.reprise.retry;

/**
 * Bound the retries that many calls and retriers make together, so that an outage does not become a retry storm.
 *
 * <p>A policy bounds the retries of one call: with 3 attempts an outage still triples the load. A budget bounds their
 * share of all calls: one budget per dependency, made once and shared by everything in the process that calls it.
 * Two forms:
 *
 * <ul>
 *   <li>{@link #ratio()}: retries are a share of the calls, with a reserve for times of few calls;
 *   <li>{@link #cost()}: retries are paid from a fixed stock that successes refill; in a full outage they stop.
 * </ul>
 *
 * <p>Settings are fixed when the budget is made: each setter returns another, unused budget. Budgets are safe for any
 * number of threads, without locks, and equal only to themselves.
 */
public sealed interface RetryBudget permits RatioBudget, CostBudget {
    /**
     * Make a budget of the ratio form: retries may add a tenth to the calls, and 10 retries per second are always
     * allowed.
     *
     * @return a new budget with deposit 0.1, reserve 10 per second, ttl 10 s
     */
    static RatioBudget ratio() {
        return RatioBudget.DEFAULTS.unused();
    }

    /**
     * Make a budget of the ratio form with a share of one's own, and 10 retries per second always allowed.
     *
     * @param deposit tokens that each call puts in, 0 or 0.0001 to 10; 0.1 lets retries add a tenth to the calls
     * @return a new budget with reserve 10 per second, ttl 10 s
     * @throws IllegalArgumentException if {@code deposit} is outside its range
     */
    static RatioBudget ratio(double deposit) {
        return RatioBudget.DEFAULTS.deposit(deposit);
    }

    /**
     * Make a budget of the cost form: 100 retries, half as many after time-outs, then as many as successes pay for.
     *
     * @return a new, full budget with capacity 500, retryCost 5, timeoutCost 10, refund 1
     */
    static CostBudget cost() {
        return CostBudget.DEFAULTS.unused();
    }

    /** Note that a call begins: its first attempt, not its retries. The ratio form puts its deposit in. */
    void callStarted();

    /**
     * Take what a retry costs, or nothing. To be asked last, once everything else allows the retry; there is no way to
     * give back.
     *
     * @param failure what the last attempt threw; the cost form takes more after a time-out
     * @return true if the retry may be made, false if too little is left
     */
    boolean tryRetry(Throwable failure);

    /** Note that a call succeeded, on its first attempt or a later one. The cost form puts its refund in. */
    void callSucceeded();

    /**
     * Return how much is left, for a gauge or a log.
     *
     * @return tokens, zero or more; outdated at once if other threads use the budget
     */
    double tokensLeft();
}
