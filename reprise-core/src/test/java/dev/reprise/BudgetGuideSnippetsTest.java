package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.reprise.retry.RetryBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The code that the guide shows about budgets. */
class BudgetGuideSnippetsTest {

    @Test
    void a_budget_is_made_in_one_line() {
        // snippet: share
        RetryBudget budget = RetryBudget.ratio(0.1);
        // end snippet

        assertThat(budget).hasToString(RetryBudget.ratio().toString());
    }

    @Test
    void a_loop_of_ones_own_asks_the_budget_last() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        Loader flaky = new Loader(() -> {
            if (asked.incrementAndGet() < 3) {
                throw new IOException("reset");
            }
            return "page";
        });
        RetryBudget budget = RetryBudget.ratio(0.1).reserve(0.2).clock(() -> 0);

        assertThat(flaky.load(budget)).isEqualTo("page");
        asked.set(0);
        assertThatIOException().isThrownBy(() -> flaky.load(budget));
        assertThat(asked).hasValue(1);
    }

    @Test
    void the_ratio_form_takes_its_settings_in_a_chain() {
        // snippet: ratio
        RetryBudget budget = RetryBudget.ratio(0.2).reserve(5).ttl(Duration.ofSeconds(30));
        // end snippet

        assertThat(budget).hasToString("ratio deposit=0.2 reserve=5/s ttl=30s, 150 tokens left");
    }

    @Test
    void the_cost_form_takes_its_settings_in_a_chain() {
        // snippet: cost
        RetryBudget budget = RetryBudget.cost().capacity(100).retryCost(5).timeoutCost(20);
        // end snippet

        assertThat(budget).hasToString("cost capacity=100 retryCost=5 timeoutCost=20 refund=1, 100 tokens left");
    }

    @Test
    void a_budget_shows_what_the_guide_quotes() {
        // snippet: show
        String words = RetryBudget.cost().toString();
        // end snippet

        assertThat(words).isEqualTo("cost capacity=500 retryCost=5 timeoutCost=10 refund=1, 500 tokens left");
    }

    private record Loader(Service service) {
        // snippet: loop
        String load(RetryBudget budget) throws IOException {
            budget.callStarted();
            for (int attempt = 1; ; attempt++) {
                try {
                    String page = service.get();
                    budget.callSucceeded();
                    return page;
                } catch (IOException failure) {
                    if (attempt == 3 || !budget.tryRetry(failure)) {
                        throw failure;
                    }
                }
            }
        }
        // end snippet
    }

    private interface Service {
        String get() throws IOException;
    }
}
