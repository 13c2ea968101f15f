package dev.reprise.retry;

import static dev.reprise.retry.Scenario.inAllModes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryOverride;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class WaitsTest {
    @TestFactory
    Stream<DynamicTest> there_is_no_wait_after_the_last_attempt_and_never_one_of_nothing() {
        return inAllModes(it -> {
            Waits waits = new Waits(it.time);
            it.run(it.retrier.time(waits).backoff("steps 0s,3s,9s"), () -> it.failing(9));
            assertThat(waits.seen).containsExactly(Duration.ofSeconds(3));
            assertThat(it.attempts).hasValue(3);
        });
    }

    @TestFactory
    Stream<DynamicTest> time_is_monotonic_whatever_the_wall_clock_does() {
        return inAllModes(it -> {
            Waits backwards = new Waits(it.time) {
                @Override
                public Instant instant() {
                    return Instant.EPOCH.minusNanos(it.time.nanoTime());
                }
            };
            Retrier retrier = it.retrier.time(backwards).timeBudget(Duration.ofSeconds(2));
            assertThat(it.run(retrier, () -> it.failing(9)).note().elapsed()).isEqualTo(Duration.ofSeconds(2));
            assertThat(it.attempts).hasValue(3);
        });
    }

    @TestFactory
    Stream<DynamicTest> an_attempt_at_the_last_instant_of_the_budget_is_still_made() {
        return inAllModes(it -> {
            assertThat(it.run(it.retrier.timeBudget(Duration.ofSeconds(2)), () -> it.failing(2))
                            .value())
                    .isEqualTo("3");
        });
    }

    // jd/tenacity#423: stop-after-delay overslept by a whole wait, 7 s for 5 s.
    @TestFactory
    Stream<DynamicTest> a_wait_that_would_end_after_the_budget_is_neither_begun_nor_shortened() {
        return inAllModes(it -> {
            Retrier retrier = it.retrier.timeBudget(Duration.ofSeconds(2).minusNanos(1));
            Outcome<String> outcome = it.run(retrier, () -> it.failing(9));
            assertThat(it.time.nanoTime()).isEqualTo(Duration.ofSeconds(1).toNanos());
            assertThat(outcome.reason()).isEqualTo(FailReason.DEADLINE);
            assertThat(outcome.note().attempts()).isEqualTo(2);
            assertThat(outcome.note().refusedDelay()).isEqualTo(Duration.ofSeconds(1));
            assertThat(outcome.note())
                    .hasMessage("gave up after 2 attempts in 1s: the next attempt would start too late (a wait of 1s)");
        });
    }

    @TestFactory
    Stream<DynamicTest> the_time_that_attempts_take_counts_against_the_budget() {
        return inAllModes(it -> {
            Retrier retrier = it.retrier.timeBudget(Duration.ofSeconds(5));
            Outcome<String> outcome = it.run(retrier, () -> {
                it.time.advance(Duration.ofSeconds(5));
                return it.failing(9);
            });
            assertThat(outcome.reason()).isEqualTo(FailReason.DEADLINE);
            assertThat(outcome.note().attempts()).isEqualTo(1);
            assertThat(outcome.note()).hasMessageStartingWith("gave up after 1 attempt in 5s: ");
        });
    }

    @TestFactory
    Stream<DynamicTest> a_wait_as_long_as_the_patience_is_waited_and_a_longer_one_told_in_the_note() {
        return inAllModes(it -> {
            Retrier retrier = it.retrier.backoff("steps 1m,1m1s");
            Outcome<String> outcome = it.run(retrier, () -> it.failing(9));
            assertThat(outcome.thrown()).hasMessage("2");
            assertThat(outcome.reason()).isEqualTo(FailReason.WAIT_TOO_LONG);
            assertThat(outcome.note().refusedDelay()).isEqualTo(Duration.ofSeconds(61));
            assertThat(it.time.nanoTime()).isEqualTo(Duration.ofMinutes(1).toNanos());
        });
    }

    // cenkalti/backoff#184: the hint's wrapper dropped the cause. curl/curl#7676: a hint beyond the patience.
    @TestFactory
    Stream<DynamicTest> a_hint_is_obeyed_and_the_failure_that_carried_it_is_thrown_itself() {
        return inAllModes(it -> {
            List<Throwable> thrown = new ArrayList<>();
            Outcome<String> outcome = it.run(it.retrier, () -> {
                thrown.add(unavailable(thrown.isEmpty() ? "30" : "90"));
                return it.throwing((HttpStatusException) thrown.get(thrown.size() - 1));
            });
            assertThat(it.time.nanoTime()).isEqualTo(Duration.ofSeconds(30).toNanos());
            assertThat(outcome.thrown()).isSameAs(thrown.get(1));
            assertThat(outcome.reason()).isEqualTo(FailReason.WAIT_TOO_LONG);
            assertThat(outcome.note().refusedDelay()).isEqualTo(Duration.ofSeconds(90));
        });
    }

    // temporalio/sdk-java#472, helidon-io/helidon#2937, #4183: retries without any delay, because its state stuck at 0.
    @TestFactory
    Stream<DynamicTest> only_an_explicit_zero_retries_at_once_and_the_floor_bounds_even_that() {
        return inAllModes(it -> {
            Retrier told = it.retrier.classifier((failure, state) -> RetryOverride.after(Duration.ZERO));
            it.run(told, () -> it.failing(9));
            assertThat(it.time.nanoTime()).isZero();

            RetryPolicy floored = RetryPolicy.attempts(3).minDelay(Duration.ofMillis(10));
            Retrier bounded = Retrier.of(floored)
                    .time(it.time)
                    .classifier((failure, state) -> RetryOverride.after(Duration.ZERO));
            it.run(bounded, () -> it.failing(99));
            assertThat(it.time.nanoTime()).isEqualTo(Duration.ofMillis(20).toNanos());
        });
    }

    @TestFactory
    Stream<DynamicTest> a_hint_of_zero_is_none_and_the_schedule_decides() {
        return inAllModes(it -> {
            it.run(it.retrier, () -> it.throwing(unavailable("0")));
            assertThat(it.time.nanoTime()).isEqualTo(Duration.ofSeconds(2).toNanos());
        });
    }

    @TestFactory
    Stream<DynamicTest> a_seed_replays_the_delays_bit_for_bit() {
        return inAllModes(it -> {
            Waits waits = new Waits(it.time);
            Retrier retrier = Retrier.attempts(6)
                    .backoff("exponential base=200ms limit=10s jitter=50%")
                    .time(waits)
                    .random(ReplayRandom.of("feeds"));
            it.run(retrier, () -> it.failing(99));
            ReplayRandom same = ReplayRandom.of("feeds");
            List<Duration> expected = new ArrayList<>();
            for (int failures = 1; failures <= 5; failures++) {
                expected.add(retrier.policy().backoff().delay(failures, same));
            }
            assertThat(waits.seen).isEqualTo(expected);
        });
    }

    @Test
    void a_week_of_retries_takes_no_time_at_all() throws Exception {
        ManualTime time = new ManualTime();
        Retrier retrier = Retrier.of(RetryPolicy.parse("indefinite budget=1w constant 1m"))
                .on(IOException.class)
                .time(time);
        RetryResult<String> result = retrier.tryCall(() -> {
            throw new IOException("down");
        });
        assertThat(result.attempts()).isEqualTo(7 * 24 * 60 + 1);
        assertThat(result.reason()).isEqualTo(FailReason.DEADLINE);
        assertThat(result.elapsed()).isEqualTo(Duration.ofDays(7));
    }

    private static HttpStatusException unavailable(String retryAfter) {
        return new HttpStatusException(503, Map.of("Retry-After", List.of(retryAfter)));
    }

    /** Writes down each wait, and takes none of nothing. */
    private static class Waits implements RetryTime {
        final List<Duration> seen = new ArrayList<>();
        private final ManualTime time;

        Waits(ManualTime time) {
            this.time = time;
        }

        @Override
        public Instant instant() {
            return time.instant();
        }

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public void sleep(Duration delay) throws InterruptedException {
            see(delay);
            time.sleep(delay);
        }

        @Override
        public Future<?> schedule(Runnable task, Duration delay) {
            see(delay);
            return time.schedule(task, delay);
        }

        @Override
        public Executor executor() {
            return time.executor();
        }

        private synchronized void see(Duration delay) {
            assertThat(delay).isPositive();
            seen.add(delay);
        }
    }
}
