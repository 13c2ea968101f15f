package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the settings of both forms are, allow and refuse. */
class RetryBudgetSettingsTest {

    @Test
    void a_budget_shows_its_settings_and_what_is_left() {
        assertThat(RetryBudget.ratio()).hasToString("ratio deposit=0.1 reserve=10/s ttl=10s, 100 tokens left");
        assertThat(RetryBudget.cost())
                .hasToString("cost capacity=500 retryCost=5 timeoutCost=10 refund=1, 500 tokens left");
    }

    @Test
    void the_settings_of_the_ratio_form_are_chained() {
        RetryBudget budget =
                RetryBudget.ratio(0.25).reserve(0.5).ttl(Duration.ofSeconds(30)).deposit(1.5);
        budget.callStarted();
        assertThat(budget).hasToString("ratio deposit=1.5 reserve=0.5/s ttl=30s, 16.5 tokens left");
        assertThat(budget.tokensLeft()).isEqualTo(16.5);
    }

    @Test
    void the_settings_of_the_cost_form_are_chained() {
        RetryBudget budget =
                RetryBudget.cost().capacity(30).retryCost(3).timeoutCost(7).refund(2);
        assertThat(budget).hasToString("cost capacity=30 retryCost=3 timeoutCost=7 refund=2, 30 tokens left");
        assertThat(budget.tokensLeft()).isEqualTo(30);
    }

    @Test
    void the_smallest_deposit_and_the_smallest_reserve_count() {
        RetryBudget deposits = RetryBudget.ratio(0.0001).reserve(0);
        for (int i = 1; i < 10_000; i++) {
            deposits.callStarted();
        }
        assertThat(deposits.tryRetry(new Exception())).isFalse();
        deposits.callStarted();
        assertThat(deposits.tryRetry(new Exception())).isTrue();
        assertThat(RetryBudget.ratio(0).reserve(0.1).tryRetry(new Exception())).isTrue();
    }

    @Test
    void each_setter_makes_an_unused_budget_and_leaves_the_old_one_alone() {
        RatioBudget ratio = RetryBudget.ratio();
        CostBudget cost = RetryBudget.cost();
        assertThat(ratio.tryRetry(new Exception())).isTrue();
        assertThat(cost.tryRetry(new Exception())).isTrue();
        assertThat(ratio.deposit(0.1).tokensLeft()).isEqualTo(100);
        assertThat(ratio.tokensLeft()).isEqualTo(99);
        assertThat(cost.refund(1).tokensLeft()).isEqualTo(500);
        assertThat(cost.tokensLeft()).isEqualTo(495);
    }

    @Test
    void two_budgets_with_the_same_settings_are_two() {
        assertThat(RetryBudget.ratio()).isNotEqualTo(RetryBudget.ratio());
        assertThat(RetryBudget.cost()).isNotEqualTo(RetryBudget.cost());
    }

    @Test
    void a_bad_setting_is_refused_with_its_name_and_what_is_allowed() {
        for (double deposit : List.of(-0.1, 0.00009, 10.1, Double.NaN, Double.POSITIVE_INFINITY)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RetryBudget.ratio(deposit))
                    .withMessage(
                            "deposit: %s is not a number of tokens per call; allowed is 0, or 0.0001 to 10", deposit);
        }
        for (double reserve : List.of(-1.0, 1e7, Double.NaN)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RetryBudget.ratio().reserve(reserve))
                    .withMessage("reserve: %s is not a number of retries per second; allowed is 0 to 1000000", reserve);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryBudget.ratio().ttl(Duration.ofMillis(999)))
                .withMessage("ttl: PT0.999S is out of range; allowed is 1s to 1h");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryBudget.ratio().ttl(Duration.ofMinutes(61)))
                .withMessage("ttl: PT1H1M is out of range; allowed is 1s to 1h");
        CostBudget cost = RetryBudget.cost();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cost.capacity(0))
                .withMessage("capacity: 0 is not 1 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cost.retryCost(0))
                .withMessage("retryCost: 0 is not 1 or more");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> cost.timeoutCost(-1))
                .withMessage("timeoutCost: -1 is not 1 or more");
        assertThatIllegalArgumentException().isThrownBy(() -> cost.refund(0)).withMessage("refund: 0 is not 1 or more");
    }

    @Test
    void settings_that_no_retry_could_meet_are_refused_with_both_names() {
        assertThatIllegalStateException()
                .isThrownBy(() -> RetryBudget.ratio(0).reserve(0))
                .withMessage("deposit and reserve are both 0, so that no retry could ever be made;"
                        + " set one of them above 0");
        assertThatIllegalStateException()
                .isThrownBy(() -> RetryBudget.ratio().reserve(0.05))
                .withMessage("reserve: 0.05 per second does not add up to one retry within ttl: 10s;"
                        + " allowed is 0, a higher reserve, or a longer ttl, set before the reserve");
        assertThatIllegalStateException()
                .isThrownBy(() -> RetryBudget.cost().capacity(7))
                .withMessage("timeoutCost: 10 is above capacity: 7, so that no such retry could ever be made;"
                        + " set the lower timeoutCost or the higher capacity first");
        assertThatIllegalStateException()
                .isThrownBy(() -> RetryBudget.cost().retryCost(501))
                .withMessageStartingWith("retryCost: 501 is above capacity: 500");
    }

    @Test
    void null_is_refused_by_name() {
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.ratio().ttl(missing()))
                .withMessage("ttl");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.ratio().clock(missing()))
                .withMessage("nanoClock");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.ratio().tryRetry(missing()))
                .withMessage("failure");
        assertThatNullPointerException()
                .isThrownBy(() -> RetryBudget.cost().tryRetry(missing()))
                .withMessage("failure");
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // The point of the test.
    private static <T> T missing() {
        return null;
    }
}
