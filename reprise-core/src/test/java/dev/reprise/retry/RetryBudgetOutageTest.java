package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A thousand calls per second, each of at most three attempts, before, during and after an outage. */
class RetryBudgetOutageTest {
    private static final long SEED = 0xB0D6E7;
    private static final int CALLS_PER_SECOND = 1_000;
    private static final int ATTEMPTS = 3;

    private final AtomicLong nanos = new AtomicLong();
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Exception failure = new Exception("failed");

    private long calls;
    private long retries;
    private long refused;

    @Test
    void in_an_outage_the_ratio_form_adds_a_tenth_of_the_calls_and_ten_retries_per_second() {
        RetryBudget budget = RetryBudget.ratio().clock(nanos::get);
        run(budget, 10, 1);

        run(budget, 60, 1);

        // 6,000 of 60,000 calls, and 600 of 60 seconds; tolerance: one bucket's reserve and a token that was begun.
        assertThat(calls).isEqualTo(60_000);
        assertThat(retries).isBetween(6_600L - 11, 6_600L + 11);
    }

    @Test
    void the_first_ten_seconds_of_an_outage_may_spend_what_ten_seconds_had_saved() {
        RetryBudget budget = RetryBudget.ratio().clock(nanos::get);
        run(budget, 60, 0);

        run(budget, 10, 1);

        // Of 10 s before: 1,000 of calls and 100 of the reserve, of which a bucket may be gone; the same in 10 s since.
        assertThat(retries).isBetween(2_200L - 111, 2_200L);
    }

    @Test
    void in_an_outage_the_cost_form_allows_what_the_stock_pays_and_then_nothing() {
        RetryBudget budget = RetryBudget.cost();

        run(budget, 10, 1);
        assertThat(retries).isEqualTo(500 / 5);

        run(budget, 60, 1);
        assertThat(retries).isZero();
    }

    @Test
    void an_outage_of_time_outs_costs_the_cost_form_double() {
        RetryBudget budget = RetryBudget.cost();
        int allowed = 0;
        while (budget.tryRetry(new TimeoutException())) {
            allowed++;
        }
        assertThat(allowed).isEqualTo(500 / 10);
    }

    @Test
    void while_one_call_in_a_hundred_fails_no_retry_is_refused() {
        for (RetryBudget budget : both()) {
            run(budget, 60, 0.01);

            assertThat(retries).as("seed %s", SEED).isBetween(400L, 800L);
            assertThat(refused).as("%s, seed %s", budget, SEED).isZero();
        }
    }

    @Test
    void after_the_outage_calls_that_succeed_refill_the_budget() {
        for (RetryBudget budget : both()) {
            run(budget, 60, 1);
            assertThat(refused).as("%s", budget).isPositive();

            // The ratio form needs its ttl, the cost form 500 successes.
            run(budget, 11, 0);

            double full = budget instanceof CostBudget ? 500 : 1_100 - 110;
            assertThat(budget.tokensLeft()).as("%s", budget).isGreaterThanOrEqualTo(full);
            run(budget, 60, 0.01);
            assertThat(refused).as("%s, seed %s", budget, SEED).isZero();
        }
    }

    private RetryBudget[] both() {
        return new RetryBudget[] {RetryBudget.ratio().clock(nanos::get), RetryBudget.cost()};
    }

    private void run(RetryBudget budget, int seconds, double failing) {
        calls = 0;
        retries = 0;
        refused = 0;
        for (int i = 0; i < seconds * CALLS_PER_SECOND; i++) {
            nanos.addAndGet(1_000_000_000 / CALLS_PER_SECOND);
            call(budget, failing);
        }
    }

    private void call(RetryBudget budget, double failing) {
        calls++;
        budget.callStarted();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            if (random.nextDouble() >= failing) {
                budget.callSucceeded();
                return;
            }
            if (attempt < ATTEMPTS) {
                if (!budget.tryRetry(failure)) {
                    refused++;
                    return;
                }
                retries++;
            }
        }
    }
}
