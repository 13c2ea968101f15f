package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.host.Dispatcher;
import dev.reprise.fetch.internal.host.Dispatcher.Next;
import dev.reprise.fetch.internal.http.BodyFileException;
import dev.reprise.fetch.internal.http.BodyPlace;
import dev.reprise.fetch.internal.http.Cookies;
import dev.reprise.fetch.internal.http.Hop;
import dev.reprise.fetch.internal.http.PageRequest;
import dev.reprise.fetch.internal.http.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Send what the {@link Dispatcher} chooses, hear what became of it, and do what the policy says.
 *
 * <p>Passive: it owns no thread and reads no clock but {@link RunClock}. Whoever drives it calls {@link #pump} when
 * something was added or {@link #nextVisit} has come; the transport's callbacks do the rest. One lock, the run's book,
 * guards hosts, URLs and counts; it is never held while a request is sent.
 */
public final class Engine {
    private final RunSettings settings;
    private final RunClock clock;
    private final Transport transport;
    private final Book book;
    private final Steps steps;
    private final Set<Flight> inFlight = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Boolean> pumping = ThreadLocal.withInitial(() -> false);
    private final long timeoutNanos;
    private final Runnable stirred;
    /** When the driver comes by itself; guarded by the book. */
    private long comesAt = Long.MIN_VALUE;

    private volatile boolean draining;
    private volatile boolean aborted;
    private volatile @Nullable Throwable failure;

    /** Make an engine; {@code stirred} hears, on any thread, that the driver is needed before it comes by itself. */
    public Engine(RunSettings settings, RunClock clock, Transport transport, Book book, Runnable stirred) {
        this.settings = settings;
        this.clock = clock;
        this.transport = transport;
        this.book = book;
        this.steps = new Steps(settings, clock);
        this.stirred = stirred;
        this.timeoutNanos = settings.timeout().toNanos();
    }

    /** Send all that may be sent now. */
    public void pump() {
        if (pumping.get()) {
            return;
        }
        pumping.set(true);
        try {
            for (Next<Task> next = choose(); next != null; next = choose()) {
                begin(next);
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } finally {
            pumping.set(false);
        }
    }

    /** Cut off the attempts whose time is over: after an abort, all of them. */
    public void cutOff() {
        long now = clock.nanos();
        for (Flight flight : inFlight) {
            Transport.Sent sent = flight.sent;
            if (sent != null && aborted) {
                sent.abort();
            } else if (sent != null && now - flight.sentAt + flight.task.spentNanos > timeoutNanos) {
                sent.timeOut();
            }
        }
    }

    /** Send nothing more: what is in flight finishes, what waits for a retry or a hop is left for the next run. */
    public void drain() {
        draining = true;
        try {
            synchronized (book) {
                for (Task task : book.hosts().handBackAll()) {
                    book.end(task, Step.End.cutShort(task.tag));
                }
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Drop what is in flight, and send nothing more. */
    public void abort() {
        aborted = true;
        draining = true;
        cutOff();
    }

    public boolean aborted() {
        return aborted;
    }

    public boolean draining() {
        return draining;
    }

    /** Tell whether nothing is left to do, given that the list has been read. */
    public boolean idle() {
        if (failure != null) {
            return true;
        }
        synchronized (book) {
            return nothingLeft();
        }
    }

    /** Return the fault of our own that stopped the run, such as a full disk, or null. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Stop the run for a fault of our own: no URL is to blame for what ends now. */
    public void fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        aborted = true;
        draining = true;
    }

    /**
     * Say when the driver is needed next, in the clock's nanoseconds, and that it comes then: until then only what cannot
     * wait so long stirs it, not every answer.
     */
    public long nextVisit(long latest) {
        synchronized (book) {
            comesAt = Math.min(book.hosts().nextWake(), latest);
            return comesAt;
        }
    }

    private void stir() {
        boolean needed;
        synchronized (book) {
            needed = failure != null
                    || nothingLeft()
                    || book.sweeping()
                    || book.hosts().nextWake() < comesAt;
        }
        if (needed) {
            stirred.run();
        }
    }

    private boolean nothingLeft() {
        return draining ? book.hosts().inFlight() == 0 : !book.hosts().working() && !book.sweeping();
    }

    private @Nullable Next<Task> choose() {
        synchronized (book) {
            Next<Task> next = draining ? null : book.hosts().next(clock.nanos());
            if (next != null) {
                book.tally().request(1);
                book.tally().retry(isRetry(next.task()) ? 1 : 0);
            }
            return next;
        }
    }

    private void begin(Next<Task> next) throws IOException {
        Task resumed = next.task();
        Task task = resumed != null ? resumed : book.open(next.url(), next.host());
        if (task.attemptAt == null) {
            task.attemptAt = clock.now();
        }
        Cookies cookies = task.cookies;
        String cookieHeader = cookies == null ? null : cookies.header(task.current);
        Flight flight = new Flight(task, clock.nanos());
        int host = next.host();
        inFlight.add(flight);
        flight.sent = transport.send(
                new PageRequest(
                        task.current,
                        cookieHeader,
                        task.sameOrigin(),
                        placeOf(task),
                        settings::isSuccess,
                        () -> maySend(host)),
                hop -> heard(flight, hop));
    }

    private @Nullable BodyPlace placeOf(Task task) {
        Bodies bodies = settings.bodies();
        return bodies == null ? null : bodies.placeOf(task.bodyName());
    }

    private boolean maySend(int host) {
        synchronized (book) {
            return !draining && book.hosts().maySend(host, clock.nanos());
        }
    }

    private void heard(Flight flight, Hop hop) {
        inFlight.remove(flight);
        Task task = flight.task;
        try {
            if (hop instanceof Hop.NotSent || (hop instanceof Hop.Broken broken && (aborted || ours(broken)))) {
                putBack(task);
            } else {
                task.spentNanos += clock.nanos() - flight.sentAt;
                act(task, steps.after(task, hop));
            }
        } catch (IOException | RuntimeException | Error e) {
            // HttpClient would swallow it, and the URL with it.
            fail(e);
        }
        pump();
        stir();
    }

    /** A body that we cannot write is our fault: it costs the URL nothing, and ends the run. */
    private boolean ours(Hop.Broken broken) {
        if (broken.cause() instanceof BodyFileException own) {
            fail(own);
            return true;
        }
        return false;
    }

    /** Undo what was chosen but never sent. */
    private void putBack(Task task) throws IOException {
        synchronized (book) {
            book.tally().request(-1);
            book.tally().retry(isRetry(task) ? -1 : 0);
            book.hosts().finished(task.currentHost, clock.nanos());
            if (task.hops == 0) {
                task.attemptAt = null;
            }
            if (task.begun()) {
                proceed(task);
            } else {
                book.putBack(task);
            }
        }
    }

    private static boolean isRetry(@Nullable Task task) {
        return task != null && task.retries > 0 && task.hops == 0;
    }

    private void act(Task task, Step step) throws IOException {
        synchronized (book) {
            long now = clock.nanos();
            int answering = task.currentHost;
            Duration hold = step.hold();
            if (hold != null) {
                book.hold(answering, hold);
            } else if (step.answered()) {
                book.hosts().answered(answering);
            }
            book.hosts().finished(answering, now);
            if (step instanceof Step.End end) {
                book.end(task, end);
            } else if (step instanceof Step.Follow follow) {
                task.follow(follow.to(), book.host(follow.to()));
                proceed(task);
            } else if (step instanceof Step.Again again) {
                task.restart();
                if (draining
                        || !book.hosts()
                                .waitUntil(task, task.host, now + again.delay().toNanos(), now)) {
                    book.end(task, Step.End.cutShort(task.tag));
                }
            }
        }
    }

    /** Let a begun attempt go on as soon as its host allows, or leave it for the next run. */
    private void proceed(Task task) throws IOException {
        if (aborted) {
            return;
        }
        if (draining || !book.hosts().hop(task, task.currentHost, clock.nanos())) {
            book.end(task, Step.End.cutShort(task.tag));
        }
    }

    /** One request under way. */
    private static final class Flight {
        final Task task;
        final long sentAt;
        volatile Transport.@Nullable Sent sent;

        Flight(Task task, long sentAt) {
            this.task = task;
            this.sentAt = sentAt;
        }
    }
}
