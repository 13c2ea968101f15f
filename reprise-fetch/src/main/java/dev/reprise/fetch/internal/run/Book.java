package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.host.Dispatcher;
import dev.reprise.fetch.internal.host.Manners;
import dev.reprise.fetch.internal.index.HostIndex;
import dev.reprise.fetch.internal.index.HostQueues;
import dev.reprise.fetch.internal.index.KeyedHash;
import dev.reprise.fetch.internal.index.UrlIndex;
import dev.reprise.fetch.internal.index.UrlState;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.list.ListLine;
import dev.reprise.fetch.internal.list.UrlList;
import dev.reprise.fetch.internal.url.FetchUrl;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Keep what a run knows: every URL's state, every host's manners, every outcome that was written.
 *
 * <p>Its monitor is the run's one lock, and the caller holds it. Lines are appended under it too: the last line of a
 * URL is the last thing that happened to it, whatever the threads do.
 */
public final class Book {
    private static final Duration LONGEST_HOLD = Duration.ofHours(24);

    private final UrlList list;
    private final OutcomeLines lines;
    private final OutcomeLog log;
    private final RunClock clock;
    private final UrlIndex urls = new UrlIndex();
    private final HostIndex hostIds = new HostIndex();
    private final HostQueues queues = new HostQueues(urls, hostIds);
    private final KeyedHash hash = KeyedHash.random();
    private final Dispatcher<Task> hosts;
    private final Tally tally = new Tally();
    private final ArrayDeque<Sweep> sweeps = new ArrayDeque<>();

    public Book(UrlList list, Manners manners, OutcomeLines lines, OutcomeLog log, RunClock clock) {
        this.list = list;
        this.lines = lines;
        this.log = log;
        this.clock = clock;
        this.hosts = new Dispatcher<>(manners, hostIds, queues);
    }

    public Dispatcher<Task> hosts() {
        return hosts;
    }

    public Tally tally() {
        return tally;
    }

    int host(FetchUrl url) {
        int id = hostIds.add(hash.hash(url.hostKey()));
        return id < 0 ? ~id : id;
    }

    /** Learn of a journalled URL; the last line of a URL wins. */
    public void past(String norm, UrlState state) {
        int id = urls.add(hash.hash(norm));
        urls.setState(id < 0 ? ~id : id, state);
    }

    /** Restore the hold of an earlier run. */
    public void restore(FetchUrl held, Instant notBefore) {
        long now = clock.nanos();
        Duration left = Duration.between(clock.now(), notBefore);
        if (!left.isNegative()) {
            hosts.restore(host(held), now + cap(left).toNanos(), now);
        }
    }

    /** Take a URL of the list; a run that is ending only counts it. */
    void listed(FetchUrl url, ListLine line, boolean ending) throws IOException {
        int id = enter(url.norm(), line);
        if (id < 0 || ending) {
            return;
        }
        UrlState state = urls.state(id);
        if (state != UrlState.FRESH && state != UrlState.REOPENED) {
            return;
        }
        int host = host(url);
        if (!hosts.add(host, id, clock.nanos())) {
            waits(host, id);
        }
    }

    /** Take a line of the list that can never be fetched. */
    void unsupported(String text, String reason, ListLine line, boolean ending) throws IOException {
        int id = enter(text, line);
        if (id >= 0 && !ending && urls.state(id) != UrlState.BEFORE_FAILED) {
            log.append(lines.unsupported(text, reason));
            tally.tag(OutcomeLines.UNSUPPORTED_URL);
            move(id, UrlState.FAILED);
        }
    }

    /** Begin with a URL. Reads the list, so the caller does not hold the lock. */
    Task open(int id, int host) throws IOException {
        long offset;
        synchronized (this) {
            offset = urls.offset(id);
        }
        String text = list.readBack(offset).text();
        if (FetchUrl.parse(text) instanceof FetchUrl url && is(id, url)) {
            return new Task(id, text, url, host, clock);
        }
        throw new IOException("the list changed while it was read: its URL is no longer at byte " + offset);
    }

    private synchronized boolean is(int id, FetchUrl url) {
        return urls.find(hash.hash(url.norm())) == id;
    }

    /** Write what became of a URL. */
    void end(Task task, Step.End end) throws IOException {
        boolean parked = hosts.parked(task.currentHost, clock.nanos());
        Instant notBefore = end.outcome() == Outcome.DEFERRED && parked ? heldUntil(task.currentHost) : null;
        log.append(lines.of(task, end, notBefore));
        if (end.tag() != null) {
            tally.tag(end.tag());
        }
        if (end.answer() != null && end.answer().bytes() > 0) {
            tally.bytes(end.answer().bytes());
        }
        move(
                task.id,
                switch (end.outcome()) {
                    case SUCCESS -> UrlState.SUCCESS;
                    case FAILED -> UrlState.FAILED;
                    case DEFERRED, SKIPPED -> UrlState.DEFERRED;
                });
        if (end.waits() && notBefore != null && task.currentHost == task.host) {
            hosts.add(task.host, task.id, clock.nanos());
        }
    }

    /** Put back a URL that was chosen but never sent. */
    void putBack(Task task) throws IOException {
        if (!hosts.add(task.host, task.id, clock.nanos())) {
            waits(task.host, task.id);
        }
    }

    /** Hold a host; what waits for it is left for later if the hold is longer than anybody waits. */
    void hold(int host, Duration hold) throws IOException {
        long now = clock.nanos();
        if (hosts.hold(host, now + cap(hold).toNanos(), now)) {
            for (Task task : hosts.handBack(host)) {
                end(task, Step.End.cutShort(task.tag));
            }
            int queued = queues.count(host);
            if (queued > 0) {
                sweeps.add(new Sweep(host, queued));
            }
        }
    }

    /** Tell whether {@link #sweep} has something to do. */
    boolean sweeping() {
        return !sweeps.isEmpty();
    }

    /** Write the outcome of some URLs whose host was parked; false: there is none left. */
    public boolean sweep(int atMost) throws IOException {
        for (int i = 0; i < atMost; i++) {
            Sweep sweep = sweeps.peek();
            if (sweep == null) {
                return false;
            }
            int id = hosts.parked(sweep.host, clock.nanos()) ? queues.poll(sweep.host) : -1;
            if (id >= 0) {
                queues.push(sweep.host, id);
                waits(sweep.host, id);
            }
            if (id < 0 || --sweep.left == 0) {
                sweeps.remove();
            }
        }
        return true;
    }

    /** Note that a URL waits for a parked host: one line, unless an earlier run's line says the same. */
    private void waits(int host, int id) throws IOException {
        UrlState state = urls.state(id);
        if (state == UrlState.REOPENED && hosts.restored(host)) {
            move(id, UrlState.WAITING);
        } else if (state == UrlState.FRESH || state == UrlState.REOPENED) {
            String text = list.readBack(urls.offset(id)).text();
            log.append(lines.waiting(text, heldUntil(host)));
            move(id, UrlState.DEFERRED);
        }
    }

    private int enter(String key, ListLine line) {
        int id = urls.add(hash.hash(key));
        if (id >= 0) {
            urls.setState(id, UrlState.FRESH);
        } else {
            id = ~id;
            if (urls.state(id).isListed()) {
                tally.duplicate();
                return -1;
            }
            urls.setState(id, urls.state(id).listed());
        }
        urls.setOffset(id, line.offset());
        tally.enter(urls.state(id));
        return id;
    }

    private void move(int id, UrlState to) {
        tally.move(urls.state(id), to);
        urls.setState(id, to);
    }

    private @Nullable Instant heldUntil(int host) {
        long until = hosts.heldUntil(host);
        return until == Long.MIN_VALUE ? null : clock.now().plusNanos(until - clock.nanos());
    }

    private static Duration cap(Duration hold) {
        return hold.compareTo(LONGEST_HOLD) > 0 ? LONGEST_HOLD : hold;
    }

    /** A parked host whose queue is walked along once, by taking each URL out and putting it back. */
    private static final class Sweep {
        final int host;
        int left;

        Sweep(int host, int left) {
            this.host = host;
            this.left = left;
        }
    }
}
