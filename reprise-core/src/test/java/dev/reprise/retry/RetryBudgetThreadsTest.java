package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sixteen threads share one budget. */
@Timeout(60)
class RetryBudgetThreadsTest {
    private static final long SEED = 0x16;
    private static final int THREADS = 16;
    private static final int CALLS = 20_000;

    private final AtomicLong nanos = new AtomicLong();
    private final LongAdder retries = new LongAdder();
    private final LongAdder cost = new LongAdder();
    private final LongAdder successes = new LongAdder();

    @Test
    void while_no_token_expires_exactly_those_put_in_are_taken() throws Exception {
        RetryBudget budget = RetryBudget.ratio().clock(nanos::get);

        onAllThreads(random -> {
            budget.callStarted();
            take(budget, new Exception("failed"), 1);
        });
        while (budget.tryRetry(new Exception("failed"))) {
            retries.increment();
        }

        assertThat(retries.sum()).isEqualTo(100 + THREADS * CALLS / 10);
        assertThat(budget.tokensLeft()).isZero();
    }

    @Test
    void while_time_goes_on_no_more_tokens_are_taken_than_were_put_in() throws Exception {
        RetryBudget budget = RetryBudget.ratio().clock(nanos::get);

        onAllThreads(random -> {
            nanos.addAndGet(random.nextLong(1_000_000));
            budget.callStarted();
            take(budget, new Exception("failed"), 1);
            assertThat(budget.tokensLeft()).isNotNegative();
        });

        long reserve = 100 + 10 * nanos.get() / 1_000_000_000;
        assertThat(retries.sum())
                .as("after %s ns, seed %s", nanos, SEED)
                .isBetween(THREADS * CALLS / 10L, reserve + THREADS * CALLS / 10);
    }

    @Test
    void the_cost_form_never_pays_more_than_its_stock_and_its_refunds() throws Exception {
        RetryBudget budget = RetryBudget.cost();

        onAllThreads(random -> {
            take(budget, new Exception("failed"), 5);
            take(budget, new TimeoutException("timed out"), 10);
            if (random.nextInt(3) == 0) {
                budget.callSucceeded();
                successes.increment();
            }
            assertThat(budget.tokensLeft()).isBetween(0.0, 500.0);
        });

        double paidIn = 500 + successes.sum();
        assertThat(cost.sum() + budget.tokensLeft()).as("seed %s", SEED).isLessThanOrEqualTo(paidIn);
    }

    private void take(RetryBudget budget, Exception failure, int price) {
        if (budget.tryRetry(failure)) {
            retries.increment();
            cost.add(price);
        }
    }

    private static void onAllThreads(Turn turn) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch start = new CountDownLatch(THREADS);
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                SplittableRandom random = new SplittableRandom(SEED + i);
                ends.add(threads.submit(() -> {
                    start.countDown();
                    start.await();
                    for (int call = 0; call < CALLS; call++) {
                        turn.take(random);
                    }
                    return null;
                }));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Turn {
        void take(SplittableRandom random);
    }
}
