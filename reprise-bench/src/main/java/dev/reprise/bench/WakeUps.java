package dev.reprise.bench;

import dev.reprise.policy.RetryOverride;
import dev.reprise.retry.Retrier;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** How many nanoseconds after its due time each of many waits ended: all wait at once, and none is due in the first two seconds. */
final class WakeUps {
    private static final long FIRST_DUE = TimeUnit.SECONDS.toNanos(2);

    private final long[] due;
    private final long[] late;

    private WakeUps(int count, int seconds) {
        due = new long[count];
        late = new long[count];
        SplittableRandom random = new SplittableRandom(42);
        long start = System.nanoTime() + FIRST_DUE;
        Arrays.setAll(due, i -> start + random.nextLong(TimeUnit.SECONDS.toNanos(seconds)));
    }

    /** Ours: the first attempt fails at once, the second tells when it began. */
    static WakeUps ofRetries(int count, int seconds) {
        WakeUps all = new WakeUps(count, seconds);
        Retrier retrier = Retrier.attempts(2)
                .on(IOException.class)
                .classifier((thrown, state) -> RetryOverride.after(all.left(((Numbered) thrown).number)));
        CompletableFuture<?>[] calls = new CompletableFuture<?>[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            boolean[] failed = new boolean[1];
            calls[i] = retrier.callAsync(() -> {
                if (!failed[0]) {
                    failed[0] = true;
                    throw new Numbered(number);
                }
                all.wokeUp(number);
                return CompletableFuture.completedFuture(number);
            });
        }
        all.requireAllWaiting();
        CompletableFuture.allOf(calls).join();
        return all;
    }

    /** The yardstick: tasks on a timer, run by the timer's thread. */
    static WakeUps ofBareTimer(int count, int seconds) throws InterruptedException {
        WakeUps all = new WakeUps(count, seconds);
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
        CountDownLatch open = new CountDownLatch(count);
        Future<?>[] tasks = new Future<?>[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            Runnable task = () -> {
                all.wokeUp(number);
                open.countDown();
            };
            tasks[i] = timer.schedule(task, all.left(number).toNanos(), TimeUnit.NANOSECONDS);
        }
        all.requireAllWaiting();
        open.await();
        timer.shutdownNow();
        return all;
    }

    String toRow(String what) {
        long[] sorted = late.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f | %.2f |",
                what,
                millis(sorted, 0.5),
                millis(sorted, 0.99),
                millis(sorted, 0.999),
                millis(sorted, 1));
    }

    private static double millis(long[] sorted, double part) {
        return sorted[(int) Math.ceil(part * sorted.length) - 1] / 1e6;
    }

    private Duration left(int number) {
        return Duration.ofNanos(due[number] - System.nanoTime());
    }

    private void wokeUp(int number) {
        late[number] = System.nanoTime() - due[number];
    }

    private void requireAllWaiting() {
        if (Arrays.stream(due).min().orElseThrow() < System.nanoTime()) {
            throw new IllegalStateException("the machine was too slow: some were due before all waited");
        }
    }

    /** Without a stack trace: it is not what is measured. */
    private static final class Numbered extends IOException {
        private static final long serialVersionUID = 1;
        final int number;

        Numbered(int number) {
            this.number = number;
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }
}
