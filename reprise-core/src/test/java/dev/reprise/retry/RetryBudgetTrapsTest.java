package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What went wrong with the budgets of others. */
class RetryBudgetTrapsTest {
    private final Exception failure = new Exception("failed");

    /** aws/aws-sdk-go-v2#3550: adaptive mode never refilled the quota; after the drain no retry until a restart. */
    @Test
    void success_refills_a_drained_budget_in_every_form() {
        for (RetryBudget budget : List.of(RetryBudget.ratio().clock(() -> 0), RetryBudget.cost())) {
            drain(budget);

            for (int i = 0; i < 10; i++) {
                budget.callStarted();
                budget.callSucceeded();
            }

            assertThat(budget.tryRetry(failure)).as("%s", budget).isTrue();
        }
    }

    /** awslabs/aws-sdk-rust#1234: the bucket was lost in a refactoring, and only the number of attempts stopped. */
    @Test
    void the_budget_stops_before_the_attempts_of_each_call_do() {
        int attemptsOfEachCall = 10;
        for (RetryBudget budget : List.of(RetryBudget.ratio().clock(() -> 0), RetryBudget.cost())) {
            int retries = 0;
            for (int call = 0; call < 1_000; call++) {
                budget.callStarted();
                for (int attempt = 1; attempt < attemptsOfEachCall && budget.tryRetry(failure); attempt++) {
                    retries++;
                }
            }
            // The ratio form: 100 of the reserve and 100 of the calls. Attempts alone would have allowed 9,000.
            assertThat(retries).as("%s", budget).isEqualTo(budget instanceof CostBudget ? 100 : 200);
        }
    }

    private void drain(RetryBudget budget) {
        int taken = 0;
        while (budget.tryRetry(failure)) {
            taken++;
        }
        assertThat(taken).isEqualTo(100);
        assertThat(budget.tryRetry(failure)).isFalse();
    }
}
