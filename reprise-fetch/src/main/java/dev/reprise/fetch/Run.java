package dev.reprise.fetch;

import dev.reprise.fetch.internal.http.PageClient;
import dev.reprise.fetch.internal.index.UrlState;
import dev.reprise.fetch.internal.list.UrlList;
import dev.reprise.fetch.internal.run.Book;
import dev.reprise.fetch.internal.run.Engine;
import dev.reprise.fetch.internal.run.ListFeed;
import dev.reprise.fetch.internal.run.RunClock;
import dev.reprise.fetch.internal.run.RunSettings;
import dev.reprise.fetch.internal.run.Tally;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Drive an {@link Engine} on one thread of its own: it reads the list, wakes what waits, cuts off what is overdue, and
 * writes the outcomes of hosts that were parked. The network's threads do the rest.
 */
final class Run implements FetchRun {
    private static final int LINES_AT_ONCE = 256;
    private static final int SWEPT_AT_ONCE = 64;
    private static final long LONGEST_NAP_NANOS = Duration.ofMillis(50).toNanos();

    private final RunFiles files;
    private final PageClient client;
    private final Book book;
    private final Engine engine;
    private final ListFeed feed;
    private final RunClock clock;
    private final long startedAt;
    private final Thread driver = new Thread(this::drive, "reprise-fetch");
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable Throwable fault;
    private volatile long endedAt;

    private Run(RunSettings settings, RunFiles files, RunClock clock) {
        this.files = files;
        this.clock = clock;
        this.startedAt = clock.nanos();
        this.client = PageClient.start(settings.client());
        this.book = files.book();
        this.engine = new Engine(settings, clock, client, book, () -> LockSupport.unpark(driver));
        this.feed = new ListFeed(files.list(), book);
    }

    /**
     * Open the files and start.
     *
     * @throws FetchUnusableException if the list or the journal is not usable
     */
    static Run start(
            RunSource source,
            RunSettings settings,
            @Nullable Path journal,
            @Nullable OutputStream outcomes,
            boolean fresh)
            throws FetchUnusableException {
        RunClock clock = RunClock.SYSTEM;
        RunFiles files = RunFiles.open(source, settings, journal, outcomes, fresh, clock);
        Run run = null;
        try {
            run = new Run(settings, files, clock);
            run.driver.start();
            return run;
        } finally {
            if (run == null) {
                files.close();
            }
        }
    }

    @Override
    public FetchProgress progress() {
        synchronized (book) {
            Tally tally = book.tally();
            return new FetchProgress(
                    tally.listed(),
                    feed.over(),
                    tally.count(UrlState.BEFORE_SUCCESS) + tally.count(UrlState.BEFORE_FAILED),
                    tally.count(UrlState.SUCCESS),
                    tally.count(UrlState.FAILED),
                    tally.count(UrlState.DEFERRED) + tally.count(UrlState.WAITING),
                    tally.requests(),
                    book.hosts().inFlight(),
                    book.hosts().hostsHeld(clock.nanos()),
                    elapsed());
        }
    }

    @Override
    public void drain() {
        engine.drain();
        LockSupport.unpark(driver);
    }

    @Override
    public void abort() {
        engine.abort();
        LockSupport.unpark(driver);
    }

    @Override
    public FetchSummary await() throws FetchUnusableException, InterruptedException {
        over.await();
        Throwable cause = engine.failure() != null ? engine.failure() : fault;
        if (cause instanceof Error error) {
            throw error;
        }
        if (cause != null) {
            throw cause instanceof FetchUnusableException unusable
                    ? unusable
                    : new FetchUnusableException("the run cannot go on: " + cause.getMessage(), cause);
        }
        return summary();
    }

    /** Wait for the end, whatever happens to the waiting thread. */
    void awaitQuietly() {
        boolean interrupted = Thread.interrupted();
        while (over.getCount() > 0) {
            try {
                over.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void drive() {
        try (files;
                client) {
            driveEngine();
        } catch (IOException | RuntimeException | Error e) {
            fault = e;
        } finally {
            endedAt = clock.nanos();
            over.countDown();
        }
    }

    // A fault must be known before the client closes: what that breaks is no URL's fault.
    private void driveEngine() {
        try {
            while (step()) {
                nap();
            }
        } catch (IOException | RuntimeException | Error e) {
            engine.fail(e);
        }
    }

    /** Do what is due; false once the run is over. */
    private boolean step() throws IOException {
        boolean more = !engine.aborted() && feed.read(LINES_AT_ONCE, engine.draining());
        engine.pump();
        engine.cutOff();
        boolean sweeping = sweep();
        while (more || sweeping) {
            more = more && !engine.aborted() && feed.read(LINES_AT_ONCE, engine.draining());
            sweeping = sweep();
            engine.pump();
            engine.cutOff();
        }
        return !engine.idle();
    }

    private boolean sweep() throws IOException {
        synchronized (book) {
            return !engine.draining() && book.sweep(SWEPT_AT_ONCE);
        }
    }

    private void nap() {
        long now = clock.nanos();
        long wait = engine.nextVisit(now + LONGEST_NAP_NANOS) - now;
        if (wait > 0) {
            LockSupport.parkNanos(this, wait);
        }
    }

    private FetchSummary summary() {
        synchronized (book) {
            UrlList list = files.list();
            Tally tally = book.tally();
            return new FetchSummary(
                    list.lines(),
                    list.blank(),
                    list.comments(),
                    tally.duplicates(),
                    tally.count(UrlState.BEFORE_SUCCESS),
                    tally.count(UrlState.BEFORE_FAILED),
                    tally.count(UrlState.SUCCESS),
                    tally.count(UrlState.FAILED),
                    tally.count(UrlState.DEFERRED),
                    0,
                    tally.count(UrlState.WAITING),
                    tally.count(UrlState.FRESH) + tally.count(UrlState.REOPENED),
                    tally.requests(),
                    tally.retries(),
                    tally.bytes(),
                    files.damagedLines(),
                    tally.tags(),
                    elapsed());
        }
    }

    private Duration elapsed() {
        return Duration.ofNanos((over.getCount() == 0 ? endedAt : clock.nanos()) - startedAt);
    }
}
