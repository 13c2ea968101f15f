package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class BackoffCostTest {
    private static final int CALLS = 20_000;
    private static final int[] FAILURES = {0, 1, 10, 63, 64, 100, 1_000_000, Integer.MAX_VALUE};
    private static final List<String> SCHEDULES = List.of(
            "exponential base=1s max=6h",
            "exponential base=1s factor=1.1",
            "exponential base=1s factor=1.03 jitter=20%",
            "exponential base=1ms factor=1.02 max=1h limit=1h jitter=20%",
            "exponential base=1us limit=1h jitter=full",
            "linear base=1s",
            "linear base=1s jitter=equal",
            "linear base=1s limit=5m jitter=+250ms",
            "steps 15s,1m,5m free=2 jitter=10%",
            "none");

    private long checksum;

    @Test
    void asking_for_nanoseconds_allocates_nothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        RandomGenerator random = new SplittableRandom(1);
        for (String text : SCHEDULES) {
            Backoff schedule = Backoff.parse(text);
            askOften(schedule, random, 100);
            long before = threads.getCurrentThreadAllocatedBytes();
            askOften(schedule, random, CALLS);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated)
                    .as("bytes in %s calls of %s (%s)", CALLS * FAILURES.length * 2, text, checksum)
                    .isLessThan(CALLS);
        }
    }

    @Test
    @Timeout(20)
    void the_cost_does_not_grow_with_the_failures() {
        // A schedule that multiplied step by step would need some 10^13 turns for this.
        List<String> slow = List.of("exponential base=1ns factor=1.0000001", "linear base=1ns jitter=full");
        for (String text : Stream.concat(SCHEDULES.stream(), slow.stream()).toList()) {
            Backoff schedule = Backoff.parse(text);
            for (int i = 0; i < 10_000; i++) {
                assertThat(schedule.delayNanos(Integer.MAX_VALUE - i)).isNotNegative();
            }
        }
    }

    @Test
    void one_schedule_serves_many_threads() throws InterruptedException {
        Backoff schedule = Backoff.exponential(Duration.ofSeconds(1)).jitter(Jitter.ratio(0.2));
        List<Thread> threads = Stream.generate(() -> new Thread(() -> {
                    for (int i = 0; i < 1_000; i++) {
                        long ms = schedule.delay(3).toMillis();
                        if (ms < 3_200 || ms > 4_800) {
                            throw new AssertionError(ms + " ms");
                        }
                    }
                }))
                .limit(4)
                .toList();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((t, failure) -> failures.add(failure)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }

    private void askOften(Backoff schedule, RandomGenerator random, int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            for (int failures : FAILURES) {
                sum += schedule.delayNanos(failures) ^ schedule.delayNanos(failures, random);
            }
        }
        checksum += sum;
    }
}
