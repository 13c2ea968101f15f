package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What the ratio form does as time passes, stands still and jumps. */
class RatioBudgetClockTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5 * SECOND);
    private final Exception failure = new Exception("failed");

    @Test
    void a_token_lives_nine_tenths_of_its_ttl_at_least_and_the_ttl_at_most() {
        RatioBudget budget = depositsOnly();
        calls(budget, 160);
        nanos.addAndGet(SECOND * 9 / 10);
        calls(budget, 1);

        nanos.addAndGet(SECOND * 9);
        assertThat(budget.tokensLeft()).isEqualTo(161);

        nanos.addAndGet(SECOND / 10);
        assertThat(budget.tokensLeft()).isEqualTo(1);
    }

    @Test
    void the_last_sixteen_calls_count_as_fresh_until_another_call_dates_them() {
        RatioBudget budget = depositsOnly();
        calls(budget, 16);
        nanos.addAndGet(SECOND * 3600);
        assertThat(budget.tokensLeft()).isEqualTo(16);

        calls(budget, 1);
        nanos.addAndGet(SECOND * 10);
        assertThat(budget.tokensLeft()).isEqualTo(1);
    }

    @Test
    void the_reserve_comes_back_a_tenth_of_the_ttl_at_a_time() {
        RatioBudget budget = RetryBudget.ratio().clock(nanos::get);
        drain(budget);

        nanos.addAndGet(SECOND - 1);
        assertThat(budget.tryRetry(failure)).isFalse();
        nanos.addAndGet(1);
        assertThat(drain(budget)).isEqualTo(10);
        nanos.addAndGet(SECOND * 100);
        assertThat(drain(budget)).isEqualTo(100);
    }

    @Test
    void a_clock_that_stands_still_neither_ends_nor_adds_tokens() {
        RatioBudget budget = RetryBudget.ratio().clock(nanos::get);
        calls(budget, 1_000);

        assertThat(drain(budget)).isEqualTo(200);
        assertThat(budget.tryRetry(failure)).isFalse();
        calls(budget, 10);
        assertThat(budget.tryRetry(failure)).isTrue();
    }

    @Test
    void a_clock_that_jumps_back_far_goes_on_from_there_with_what_was_left() {
        RatioBudget budget = RetryBudget.ratio().clock(nanos::get);
        assertThat(budget.tryRetry(failure)).isTrue();

        nanos.addAndGet(-SECOND * 3600);
        assertThat(budget.tokensLeft()).isEqualTo(99);
        assertThat(drain(budget)).isEqualTo(99);
        nanos.addAndGet(SECOND);
        assertThat(drain(budget)).isEqualTo(10);
    }

    @Test
    void a_clock_that_jumps_back_a_little_stands_still_until_it_has_caught_up() {
        RatioBudget budget = RetryBudget.ratio().clock(nanos::get);
        drain(budget);

        nanos.addAndGet(-SECOND * 10);
        assertThat(budget.tryRetry(failure)).isFalse();
        nanos.addAndGet(SECOND * 11);
        assertThat(drain(budget)).isEqualTo(10);
    }

    @Test
    void a_clock_that_jumps_to_and_fro_gives_no_more_than_the_reserve_of_the_time_it_showed() {
        RatioBudget budget = RetryBudget.ratio().clock(nanos::get);
        drain(budget);

        nanos.addAndGet(Duration.ofDays(365 * 100).toNanos());
        assertThat(drain(budget)).isEqualTo(100);
        nanos.addAndGet(-Duration.ofDays(365 * 100).toNanos());
        assertThat(budget.tryRetry(failure)).isFalse();
    }

    @Test
    void a_thread_that_is_held_up_while_it_reads_the_clock_does_not_set_it_back() {
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        RatioBudget budget = RetryBudget.ratio().clock(() -> {
            long reading = nanos.get();
            meanwhile.getAndSet(() -> {}).run();
            return reading;
        });
        drain(budget);
        meanwhile.set(() -> {
            nanos.addAndGet(SECOND * 3600);
            assertThat(drain(budget)).isEqualTo(100);
        });
        assertThat(budget.tryRetry(failure)).isFalse();
        nanos.addAndGet(SECOND - 1);
        assertThat(budget.tryRetry(failure)).as("no bucket is due yet").isFalse();
        nanos.addAndGet(1);
        assertThat(drain(budget)).isEqualTo(10);
    }

    private RatioBudget depositsOnly() {
        return RetryBudget.ratio(1).reserve(0).clock(nanos::get);
    }

    private int drain(RetryBudget budget) {
        int taken = 0;
        while (budget.tryRetry(failure)) {
            taken++;
        }
        return taken;
    }

    private static void calls(RetryBudget budget, int calls) {
        for (int i = 0; i < calls; i++) {
            budget.callStarted();
        }
    }
}
