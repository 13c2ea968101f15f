package dev.reprise.jobs.worker;

import dev.reprise.retry.ManualTime;
import java.time.Duration;
import java.util.concurrent.Future;

/** A worker's time on a clock that a test moves; what is due runs on the test's thread. */
final class TestTime implements WorkerTime {
    private final ManualTime manual = new ManualTime();

    ManualTime manual() {
        return manual;
    }

    void advance(Duration by) {
        manual.advance(by);
    }

    @Override
    public long nanoTime() {
        return manual.nanoTime();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        Future<?> waiting = manual.schedule(task, Duration.ofNanos(delayNanos));
        return () -> waiting.cancel(false);
    }

    @Override
    public void close() {
        // Nothing runs by itself.
    }
}
