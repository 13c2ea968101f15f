package dev.reprise.retry;

/**
 * Hold and check the settings of a {@link CostBudget}.
 *
 * @param capacity tokens at first and at most
 * @param retryCost what a retry takes
 * @param timeoutCost what a retry takes after a time-out
 * @param refund what a success gives back
 */
record CostSettings(int capacity, int retryCost, int timeoutCost, int refund) {
    CostSettings {
        requireOneOrMore("capacity", capacity);
        requireOneOrMore("retryCost", retryCost);
        requireOneOrMore("timeoutCost", timeoutCost);
        requireOneOrMore("refund", refund);
        requireAffordable("retryCost", retryCost, capacity);
        requireAffordable("timeoutCost", timeoutCost, capacity);
    }

    private static void requireOneOrMore(String setting, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(setting + ": " + value + " is not 1 or more");
        }
    }

    private static void requireAffordable(String setting, int cost, int capacity) {
        if (cost > capacity) {
            throw new IllegalStateException(setting + ": " + cost + " is above capacity: " + capacity
                    + ", so that no such retry could ever be made; set the lower " + setting
                    + " or the higher capacity first");
        }
    }

    @Override
    public String toString() {
        return "cost capacity=" + capacity + " retryCost=" + retryCost + " timeoutCost=" + timeoutCost + " refund="
                + refund;
    }
}
