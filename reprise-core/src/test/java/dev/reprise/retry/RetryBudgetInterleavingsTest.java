package dev.reprise.retry;

import dev.reprise.Interleavings;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The budgets behave as if each operation happened at once: lincheck tries the interleavings of a few. */
@Timeout(120)
class RetryBudgetInterleavingsTest {
    @Test
    void a_ratio_budget_takes_each_token_once_while_time_goes_on() {
        Interleavings.check(RatioMachine.class);
    }

    @Test
    void a_cost_budget_stays_between_empty_and_full() {
        Interleavings.check(CostMachine.class);
    }

    /**
     * One token per bucket and call, of which one is left at first.
     *
     * <p>Whole tokens only: a fraction may pay together with one that is put in while the first expires.
     */
    @SuppressWarnings("unused") // lincheck calls the operations
    public static class RatioMachine {
        private static final long BUCKET_NANOS = 1_000_000_000;

        private final Exception refused = new Exception("refused");
        private final AtomicLong nanos = new AtomicLong();
        private final RetryBudget budget = RetryBudget.ratio(1).reserve(1).clock(nanos::get);

        public RatioMachine() {
            for (int left = 10; left > 1; left--) {
                budget.tryRetry(refused);
            }
        }

        @Operation
        public void callStarted() {
            budget.callStarted();
        }

        @Operation
        public boolean tryRetry() {
            return budget.tryRetry(refused);
        }

        @Operation
        public void bucketPasses() {
            nanos.addAndGet(BUCKET_NANOS);
        }

        @Operation
        public void allButOneBucketPass() {
            nanos.addAndGet(BUCKET_NANOS * 9);
        }
    }

    /** Room for one retry after a time-out, or two others. */
    @SuppressWarnings("unused") // lincheck calls the operations
    public static class CostMachine {
        private final Exception refused = new Exception("refused");
        private final Exception timedOut = new TimeoutException("timed out");
        private final RetryBudget budget =
                RetryBudget.cost().retryCost(2).timeoutCost(3).capacity(4).refund(2);

        @Operation
        public boolean tryRetry() {
            return budget.tryRetry(refused);
        }

        @Operation
        public boolean tryRetryAfterTimeout() {
            return budget.tryRetry(timedOut);
        }

        @Operation
        public void callSucceeded() {
            budget.callSucceeded();
        }

        @Operation
        public double tokensLeft() {
            return budget.tokensLeft();
        }
    }
}
