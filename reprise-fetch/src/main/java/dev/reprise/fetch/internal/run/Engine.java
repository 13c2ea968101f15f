package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.Outcome;
import dev.reprise.fetch.internal.host.Dispatcher;
import dev.reprise.fetch.internal.host.Dispatcher.Next;
import dev.reprise.fetch.internal.http.BodyFileException;
import dev.reprise.fetch.internal.http.Cookies;
import dev.reprise.fetch.internal.http.Hop;
import dev.reprise.fetch.internal.http.PageRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Send what the {@link Dispatcher} chooses, hear what became of it, and do what the policy says.
 *
 * <p>Passive: it owns no thread and reads no clock but {@link RunClock}. Whoever drives it calls {@link #pump} when
 * something was added or {@link #nextWake} has come; the transport's callbacks do the rest. One lock, the run's book,
 * guards hosts, URLs and counts; it is never held while a request is sent.
 */
final class Engine {
    private final RunSettings settings;
    private final RunClock clock;
    private final Transport transport;
    private final Book book;
    private final Steps steps;
    private final Set<Task> inFlight = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<Boolean> pumping = ThreadLocal.withInitial(() -> false);
    private final long timeoutNanos;
    private volatile boolean draining;
    private volatile @Nullable IOException failure;

    Engine(RunSettings settings, RunClock clock, Transport transport, Book book) {
        this.settings = settings;
        this.clock = clock;
        this.transport = transport;
        this.book = book;
        this.steps = new Steps(settings, clock);
        this.timeoutNanos = settings.timeout().toNanos();
    }

    /** Send all that may be sent now. */
    void pump() {
        if (pumping.get()) {
            return;
        }
        pumping.set(true);
        try {
            for (Next<Task> next = choose(); next != null; next = choose()) {
                begin(next);
            }
        } catch (IOException e) {
            fail(e);
        } finally {
            pumping.set(false);
        }
    }

    /** Cut off the attempts whose time is over. */
    void timeOutOverdue() {
        long now = clock.nanos();
        for (Task task : inFlight) {
            Transport.Sent sent = task.sent;
            if (sent != null && now - task.sentAt + task.spentNanos > timeoutNanos) {
                sent.timeOut();
            }
        }
    }

    /** Send nothing more: what is in flight finishes, what waits for a retry or a hop is left for the next run. */
    void drain() {
        draining = true;
        try {
            synchronized (book) {
                for (Task task : book.hosts().handBackAll()) {
                    book.end(task, steps.cutShort(), null);
                }
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    /** Drop what is in flight. */
    void abort() {
        draining = true;
        for (Task task : inFlight) {
            Transport.Sent sent = task.sent;
            if (sent != null) {
                sent.abort();
            }
        }
    }

    boolean draining() {
        return draining;
    }

    /** Tell whether nothing is left to do, given that the list has been read. */
    boolean idle() {
        synchronized (book) {
            return draining ? book.hosts().inFlight() == 0 : !book.hosts().working();
        }
    }

    /** Return the fault of our own disk that stopped the run, or null. */
    @Nullable IOException failure() {
        return failure;
    }

    void fail(IOException cause) {
        if (failure == null) {
            failure = cause;
        }
        draining = true;
    }

    private @Nullable Next<Task> choose() {
        synchronized (book) {
            return draining ? null : book.hosts().next(clock.nanos());
        }
    }

    private void begin(Next<Task> next) throws IOException {
        Task resumed = next.task();
        Task task = resumed != null ? resumed : book.open(next.url(), next.host());
        task.sentAt = clock.nanos();
        if (task.attemptAt == null) {
            task.attemptAt = clock.now();
        }
        Cookies cookies = task.cookies;
        String cookieHeader = cookies == null ? null : cookies.header(task.current);
        int host = next.host();
        inFlight.add(task);
        task.sent = transport.send(
                new PageRequest(
                        task.current,
                        cookieHeader,
                        task.sameOrigin(),
                        settings.fileFor(task.url.norm()),
                        () -> maySend(host)),
                hop -> heard(task, hop));
    }

    private boolean maySend(int host) {
        synchronized (book) {
            return !draining && book.hosts().maySend(host, clock.nanos());
        }
    }

    private void heard(Task task, Hop hop) {
        inFlight.remove(task);
        task.sent = null;
        try {
            if (hop instanceof Hop.NotSent) {
                notSent(task);
            } else if (hop instanceof Hop.Broken broken && broken.cause() instanceof BodyFileException own) {
                giveBack(task);
                fail(own);
            } else if (draining && hop instanceof Hop.Broken broken && broken.aborted()) {
                giveBack(task);
            } else {
                task.spentNanos += clock.nanos() - task.sentAt;
                act(task, steps.after(task, hop));
            }
        } catch (IOException e) {
            fail(e);
        }
        pump();
    }

    private void notSent(Task task) throws IOException {
        synchronized (book) {
            book.hosts().finished(task.currentHost, clock.nanos());
            proceed(task, null);
        }
    }

    private void giveBack(Task task) {
        synchronized (book) {
            book.hosts().finished(task.currentHost, clock.nanos());
        }
    }

    private void act(Task task, Step step) throws IOException {
        synchronized (book) {
            long now = clock.nanos();
            int answering = task.currentHost;
            Duration hold = step.hold();
            if (hold != null) {
                book.hold(answering, hold, now, steps);
            } else if (step.answered()) {
                book.hosts().answered(answering);
            }
            book.hosts().finished(answering, now);
            if (step instanceof Step.End end) {
                book.end(task, end, answering);
            } else if (step instanceof Step.Follow follow) {
                task.follow(follow.to(), book.host(follow.to()));
                proceed(task, answering);
            } else if (step instanceof Step.Again again) {
                task.restart();
                retry(task, again.delay(), now);
            }
        }
    }

    /** Let a begun attempt go on as soon as its host allows, or leave it for the next run. */
    private void proceed(Task task, @Nullable Integer answering) throws IOException {
        if (draining || !book.hosts().hop(task, task.currentHost, clock.nanos())) {
            book.end(task, steps.cutShort(), answering);
        }
    }

    private void retry(Task task, Duration delay, long now) throws IOException {
        if (draining || !book.hosts().waitUntil(task, task.host, now + delay.toNanos(), now)) {
            book.end(task, steps.cutShort(), task.host);
        }
    }
}
