package dev.reprise.jobs.worker;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hold a worker that runs. {@link #close} shuts it down: no more claims, what was claimed and not started is handed back, handlers have
 * two thirds of the grace to themselves, then they are asked to stop, from five sixths on interrupted, at its end given up; their
 * endings are written, and only then does the heartbeat stop. An attempt that was stopped is spent, is no failure, and never was the
 * last.
 */
public final class RunningWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long THREAD_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Engine engine;
    private final WorkerTime time;
    private final long graceNanos;
    private final HookThreads hookThreads;
    private final ExecutorService asideThreads;
    private final LoopThreads loopThreads;
    private final AtomicBoolean isClosing = new AtomicBoolean();
    private final CountDownLatch graceOver = new CountDownLatch(1);
    private final CountDownLatch flushOver = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean isHurried;

    RunningWorker(
            Engine engine,
            WorkerTime time,
            long graceNanos,
            HookThreads hookThreads,
            ExecutorService asideThreads,
            LoopThreads loopThreads) {
        this.engine = engine;
        this.time = time;
        this.graceNanos = graceNanos;
        this.hookThreads = hookThreads;
        this.asideThreads = asideThreads;
        this.loopThreads = loopThreads;
    }

    /** {@return what it does at the moment} */
    public WorkerStatus status() {
        return engine.status();
    }

    /**
     * Wait until the worker is closed, by whatever thread.
     *
     * @throws InterruptedException if the waiting thread is interrupted; the worker goes on
     */
    public void await() throws InterruptedException {
        closed.await();
    }

    /**
     * Shut down within the grace; returns when all is over. Called while another thread closes it already, it shortens that as
     * {@link #shutdownNow} does, and an interrupt of the closing thread does so, too.
     */
    @Override
    public void close() {
        if (isClosing.compareAndSet(false, true)) {
            boolean wasInterrupted = Thread.interrupted();
            wasInterrupted |= shutDown(wasInterrupted);
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
            return;
        }
        shutdownNow();
        try {
            await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ask handlers to stop and interrupt them at once, a sixth of the grace before they are given up. Does not wait. */
    public void shutdownNow() {
        isHurried = true;
        takeBackWaiting();
        stopAll();
        interruptAll();
        time.schedule(this::abandonAll, graceNanos / 6);
        if (isClosing.compareAndSet(false, true)) {
            Thread closer = LoopThreads.named("close", false).newThread(() -> shutDown(false));
            closer.start();
        }
    }

    /** Returns whether it was interrupted. */
    private boolean shutDown(boolean isInterrupted) {
        Patience patience = new Patience(isInterrupted);
        try {
            engine.claims.stop();
            engine.moreClaims.stop();
            engine.sweeps.forEach(Loop::stop);
            takeBackWaiting();
            time.schedule(this::stopAll, graceNanos / 3 * 2);
            time.schedule(this::interruptAll, graceNanos / 6 * 5);
            time.schedule(this::abandonAll, graceNanos);
            patience.until(() -> engine.claims.awaitStopped(LOOK_NANOS), graceOver);
            patience.until(() -> engine.moreClaims.awaitStopped(LOOK_NANOS), graceOver);
            takeBackWaiting();
            patience.until(() -> engine.slots.awaitEmpty(LOOK_NANOS), graceOver);
            if (!isWritten()) {
                time.schedule(flushOver::countDown, FLUSH_NANOS);
                patience.until(() -> isWritten() || flushOver.await(LOOK_NANOS, TimeUnit.NANOSECONDS), flushOver);
            }
            if (!isWritten()) {
                LOG.warn("{} endings could not be written; their leases will lapse", engine.endings.waiting());
            }
            engine.endings.first().stop();
            engine.endings.second().stop();
            patience.once(() -> hookThreads.close(isHurried ? LOOK_NANOS : Hooks.LIMIT_NANOS + LOOK_NANOS));
        } finally {
            try {
                closeRest(patience);
            } finally {
                closed.countDown();
            }
        }
        return patience.isInterrupted;
    }

    private void closeRest(Patience patience) {
        engine.heartbeat.stop();
        engine.leaseWatch.stop();
        quietly("the subscription", engine::closeSubscription);
        patience.once(() -> loopThreads.close(THREAD_NANOS));
        quietly("the session", engine.session::close);
        time.close();
        asideThreads.shutdown();
        patience.once(() -> {
            if (!asideThreads.awaitTermination(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
                asideThreads.shutdownNow();
            }
        });
    }

    private boolean isWritten() {
        return engine.endings.waiting() == 0;
    }

    /** Starts no more handlers. The answer of a claim that comes later is handed back by the claim. */
    private void takeBackWaiting() {
        engine.slots.stop().forEach(engine.endings::handBack);
    }

    private void stopAll() {
        engine.holdings.all().forEach(attempt -> attempt.ask(StopReason.WORKER));
    }

    private void interruptAll() {
        // Asked first: one that started late is interrupted by its worker as well, and has not failed.
        engine.holdings.all().forEach(attempt -> {
            attempt.ask(StopReason.WORKER);
            attempt.interrupt();
        });
    }

    private void abandonAll() {
        try {
            for (Attempt attempt : engine.holdings.all()) {
                attempt.ask(StopReason.WORKER);
                quietly("job " + attempt.claimed.id(), () -> engine.stopper.abandon(attempt));
            }
        } finally {
            graceOver.countDown();
        }
    }

    private static void quietly(String name, Runnable close) {
        try {
            close.run();
        } catch (Throwable failure) {
            LOG.warn("{} did not close well", name, failure);
        }
    }

    /** Waits; an interrupt is a wish to be quick, and is kept for later. */
    private final class Patience {
        private boolean isInterrupted;

        Patience(boolean isInterrupted) {
            if (isInterrupted) {
                hurry();
            }
        }

        void until(Condition condition, CountDownLatch over) {
            while (over.getCount() > 0) {
                try {
                    if (condition.holds()) {
                        return;
                    }
                } catch (InterruptedException wish) {
                    hurry();
                }
            }
        }

        void once(Wait wait) {
            try {
                wait.run();
            } catch (InterruptedException wish) {
                hurry();
            }
        }

        private void hurry() {
            isInterrupted = true;
            shutdownNow();
        }
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds() throws InterruptedException;
    }

    @FunctionalInterface
    private interface Wait {
        void run() throws InterruptedException;
    }
}
