package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // What the tasks do is looked at, not what becomes of them.
class RetryTimeTest {
    @Nested
    class Manual {
        private final ManualTime time = new ManualTime();
        private final List<String> ran = new ArrayList<>();

        @Test
        void starts_where_it_is_told_to_and_goes_forward() throws Exception {
            assertThat(time.instant()).isEqualTo("2000-01-01T00:00:00Z");
            ManualTime later = new ManualTime(Instant.parse("2026-11-30T12:00:00Z"));
            later.sleep(Duration.ofSeconds(1));
            later.advance(Duration.ofNanos(1));
            assertThat(later.instant()).isEqualTo("2026-11-30T12:00:01.000000001Z");
            assertThat(later.nanoTime()).isEqualTo(1_000_000_001);
        }

        @Test
        void runs_what_is_due_in_order_each_at_its_own_instant() {
            task("c", 3);
            task("a", 1);
            task("b", 1);
            time.advance(Duration.ofSeconds(2));
            assertThat(ran).containsExactly("a at 1s", "b at 1s");
            assertThat(time.pending()).isEqualTo(1);
            time.runUntilIdle();
            assertThat(ran).containsExactly("a at 1s", "b at 1s", "c at 3s");
            assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(3).toNanos());
        }

        @Test
        void runs_what_a_task_schedules_and_what_is_due_at_once() {
            time.schedule(() -> task("inner", 0), Duration.ofSeconds(1));
            time.advance(Duration.ofSeconds(1));
            assertThat(ran).containsExactly("inner at 1s");
        }

        @Test
        void runs_nothing_that_was_cancelled_and_forgets_it_at_once() {
            Future<?> task = time.schedule(() -> ran.add("never"), Duration.ofSeconds(1));
            task.cancel(false);
            assertThat(time.pending()).isZero();
            time.runUntilIdle();
            assertThat(ran).isEmpty();
        }

        @Test
        void runs_the_other_tasks_though_one_throws() {
            time.schedule(
                    () -> {
                        throw new IllegalStateException("broken");
                    },
                    Duration.ofSeconds(1));
            task("next", 1);
            time.runUntilIdle();
            assertThat(ran).containsExactly("next at 1s");
        }

        @Test
        void never_goes_back_and_saturates() {
            time.schedule(() -> time.advance(Duration.ofSeconds(9)), Duration.ofSeconds(1));
            time.advance(Duration.ofSeconds(2));
            assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(10).toNanos());
            time.advance(Duration.ofSeconds(Long.MAX_VALUE));
            assertThat(time.nanoTime()).isEqualTo(Long.MAX_VALUE);
        }

        private void task(String name, int seconds) {
            time.schedule(
                    () -> ran.add(
                            name + " at " + Duration.ofNanos(time.nanoTime()).toSeconds() + "s"),
                    Duration.ofSeconds(seconds));
        }
    }

    @Nested
    class OfTheSystem {
        private final RetryTime time = RetryTime.system();

        @Test
        void waits_at_least_as_long_as_asked() throws Exception {
            for (long nanos : new long[] {1, 1_000, 100_000, 2_000_000}) {
                long start = System.nanoTime();
                time.sleep(Duration.ofNanos(nanos));
                assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(nanos);
            }
        }

        @Test
        void is_the_clock_of_the_jvm() {
            assertThat(time.nanoTime() - System.nanoTime()).isLessThanOrEqualTo(0);
            assertThat(Duration.between(time.instant(), Instant.now())).isLessThan(Duration.ofMinutes(1));
            assertThat(RetryTime.system()).isSameAs(time);
        }

        @Test
        void runs_tasks_on_one_daemon_thread_that_keeps_no_class_loader() throws Exception {
            CountDownLatch ran = new CountDownLatch(1);
            AtomicReference<Thread> thread = new AtomicReference<>(Thread.currentThread());
            time.schedule(
                    () -> {
                        thread.set(Thread.currentThread());
                        ran.countDown();
                    },
                    Duration.ofNanos(1));
            ran.await();
            Thread timer = Objects.requireNonNull(thread.get());
            assertThat(timer.getName()).isEqualTo("reprise-timer");
            assertThat(timer.isDaemon()).isTrue();
            assertThat(timer.getContextClassLoader()).isNull();
        }
    }

    @Test
    void a_random_behind_a_lock_draws_what_it_draws_alone() {
        SplittableRandom alone = new SplittableRandom(1);
        LockedRandom locked = new LockedRandom(new SplittableRandom(1));
        for (int draws = 0; draws < 100; draws++) {
            assertThat(locked.nextInt()).isEqualTo(alone.nextInt());
            assertThat(locked.nextLong()).isEqualTo(alone.nextLong());
            assertThat(locked.nextDouble()).isEqualTo(alone.nextDouble());
            assertThat(locked.nextInt(7)).isEqualTo(alone.nextInt(7));
            assertThat(locked.nextBoolean()).isEqualTo(alone.nextBoolean());
        }
    }
}
