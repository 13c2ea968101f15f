package dev.reprise.bench.queue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** Counts the jobs that ended, and notes the time of each slice of them. */
final class Progress {
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private final long start = System.nanoTime();
    private final int jobs;
    private final int slice;
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLongArray marks;
    private final CountDownLatch complete = new CountDownLatch(1);
    private volatile @Nullable Throwable failure = null;

    /**
     * Starts the clock.
     *
     * @param jobs after how many it is complete
     * @param slices into how many equal parts they are cut; divides {@code jobs}
     */
    Progress(int jobs, int slices) {
        if (jobs < 1 || slices < 1 || jobs % slices != 0) {
            throw new IllegalArgumentException(jobs + " jobs cannot be cut into " + slices + " equal slices");
        }
        this.jobs = jobs;
        this.slice = jobs / slices;
        this.marks = new AtomicLongArray(slices);
    }

    /** Notes that the endings of so many more jobs are committed. */
    void ended(int more) {
        long now = System.nanoTime() - start;
        int after = ended.addAndGet(more);
        for (int mark = (after - more) / slice; mark < after / slice && mark < marks.length(); mark++) {
            marks.set(mark, now);
        }
        if (after >= jobs) {
            complete.countDown();
        }
    }

    /** Ends the wait with a failure. */
    void failed(Throwable why) {
        failure = why;
        complete.countDown();
    }

    boolean isComplete() {
        return complete.getCount() == 0;
    }

    /** Waits until all jobs ended. */
    void await() throws InterruptedException {
        boolean inTime = complete.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
        Throwable why = failure;
        if (why != null) {
            throw new IllegalStateException("the worker failed after " + ended.get() + " jobs", why);
        }
        if (!inTime) {
            // The workers look at it.
            complete.countDown();
            throw new IllegalStateException("only " + ended.get() + " of " + jobs + " jobs ended in " + LIMIT);
        }
    }

    /** Returns jobs a second over all of them. */
    double rate() {
        return jobs * 1e9 / marks.get(marks.length() - 1);
    }

    /** Returns jobs a second in one slice. */
    double rateOf(int index) {
        long before = index == 0 ? 0 : marks.get(index - 1);
        return slice * 1e9 / (marks.get(index) - before);
    }
}
