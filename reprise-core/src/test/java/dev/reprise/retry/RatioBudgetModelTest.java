package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The ratio form gives what a slow model gives that keeps the tokens of each bucket apart. */
class RatioBudgetModelTest {
    private static final long SEED = 0xF1A61E;
    private static final int BUDGETS = 300;
    private static final int STEPS = 1_000;

    @Test
    void any_budget_does_in_any_order_of_calls_retries_and_waits_what_the_model_does() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < BUDGETS; i++) {
            AtomicLong nanos = new AtomicLong(random.nextLong());
            int unitsPerCall = random.nextInt(4) == 0 ? 0 : random.nextInt(1, 20_000);
            int reserve = unitsPerCall > 0 && random.nextBoolean() ? 0 : random.nextInt(1, 30);
            Duration ttl = Duration.ofSeconds(random.nextInt(1, 20));
            RatioBudget budget = RetryBudget.ratio(0.1)
                    .ttl(ttl)
                    .reserve(reserve == 0 ? 10 : reserve)
                    .deposit(unitsPerCall / 10_000.0)
                    .reserve(reserve)
                    .clock(nanos::get);
            Model model = new Model(unitsPerCall, reserve, ttl, nanos);
            String as = budget + ", seed " + SEED + ", budget " + i;
            int longest = random.nextInt(1, 40);
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(8)) {
                    case 0 -> nanos.addAndGet(random.nextLong(model.bucketNanos * longest / 10 + 1));
                    case 1, 2 ->
                        assertThat(budget.tryRetry(new Failure())).as(as).isEqualTo(model.tryRetry());
                    case 3 ->
                        assertThat(Math.round(budget.tokensLeft() * 10_000))
                                .as(as)
                                .isEqualTo(model.left());
                    default -> {
                        budget.callStarted();
                        model.callStarted();
                    }
                }
            }
        }
    }

    /** All that was ever put in, by the bucket of time; what went, taken or expired, went from the oldest on. */
    private static final class Model {
        private final int unitsPerCall;
        private final long reservePerBucket;
        private final AtomicLong nanos;
        private final long origin;
        private final long bucketNanos;
        private final TreeMap<Long, Long> units = new TreeMap<>();

        private long bucket;
        private long undated;
        private long gone;
        private int calls;

        Model(int unitsPerCall, int reserve, Duration ttl, AtomicLong nanos) {
            this.unitsPerCall = unitsPerCall;
            this.reservePerBucket = reserve * 1_000L * ttl.toSeconds();
            this.nanos = nanos;
            this.origin = nanos.get();
            this.bucketNanos = ttl.toNanos() / 10;
            for (long b = -9; b <= 0; b++) {
                units.merge(b, reservePerBucket, Long::sum);
            }
        }

        void callStarted() {
            if (calls % 16 == 0) {
                units.merge(bucket, undated, Long::sum);
                undated = 0;
            }
            undated += unitsPerCall;
            calls++;
            if (calls % 16 == 0) {
                read();
            }
        }

        boolean tryRetry() {
            if (left() < 10_000) {
                return false;
            }
            gone += 10_000;
            return true;
        }

        long left() {
            read();
            gone = Math.max(gone, sum(units.headMap(bucket - 9)));
            return sum(units) + undated - gone;
        }

        private void read() {
            long now = Math.floorDiv(nanos.get() - origin, bucketNanos);
            while (bucket < now) {
                bucket++;
                units.merge(bucket, reservePerBucket, Long::sum);
            }
        }

        private static long sum(Map<Long, Long> units) {
            return units.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Without a stack trace, which would take most of the time. */
    private static final class Failure extends Exception {
        private static final long serialVersionUID = 1;

        Failure() {
            super("failed", null, false, false);
        }
    }
}
