package dev.reprise.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Script and watch one host of a server: an address of 127.0.0.0/8 with its own scripts, counters and faults. */
public final class VirtualHost {
    private final FaultServer server;
    private final int index;
    private final InetSocketAddress address;
    private final RequestLog log;
    private final Scripts scripts = new Scripts();
    private final InFlight inFlight = new InFlight();
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong connections = new AtomicLong();
    private final AtomicInteger connects = new AtomicInteger();
    private volatile List<OnConnect> onConnect = List.of(OnConnect.SERVE);
    private @Nullable SelectionKey listening;

    VirtualHost(FaultServer server, int index, ServerSocketChannel channel) throws IOException {
        this.server = server;
        this.index = index;
        this.address = (InetSocketAddress) channel.getLocalAddress();
        this.log = new RequestLog(server.recording() != Recording.COUNTS);
        this.listening = server.acceptor().register(channel, this::accepted);
    }

    /**
     * Return the place of this host in {@link FaultServer#hosts()}.
     *
     * @return 0 for the first
     */
    public int index() {
        return index;
    }

    /**
     * Return the address, as in a Host header.
     *
     * @return such as {@code 127.0.0.3:40123}
     */
    public String authority() {
        return address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /**
     * Return the URI of a path on this host.
     *
     * @param path begins with /; may have a query
     * @return the absolute URI
     * @throws IllegalArgumentException if the path does not begin with / or makes no URI
     */
    public URI uri(String path) {
        return URI.create("http://" + authority() + Scripts.requireTarget(path));
    }

    /**
     * Begin a script for a path of this host, which replaces the path's former script here and wins over the server's.
     *
     * @param path begins with /; with a query it stands for that target only
     * @return the empty script: until it has an answer the path is not scripted
     * @throws IllegalArgumentException if the path does not begin with /
     */
    public Script on(String path) {
        return scripts.begin(path);
    }

    /**
     * Answer whatever on this host has no script.
     *
     * @param rule the answer, or a rule that chooses one
     */
    public void fallback(AnswerRule rule) {
        scripts.fallback(rule);
    }

    /**
     * Choose what happens to the next connections before a byte of them is read. Open connections go on.
     *
     * @param next one for each connection, at least one; the last one repeats
     * @throws IllegalArgumentException if none is given
     */
    public void onConnect(OnConnect... next) {
        if (next.length == 0) {
            throw new IllegalArgumentException("next: none; allowed are one or more");
        }
        onConnect = List.of(next);
        connects.set(0);
    }

    /** Refuse new connections and reset the open ones, as if the process had died. */
    public void down() {
        server.acceptor().call(() -> {
            SelectionKey key = listening;
            if (key != null) {
                server.acceptor().unregister(key);
                listening = null;
            }
        });
        open.forEach(Connection::abort);
    }

    /** Accept connections again after {@link #down()}, at the same address. */
    public void up() {
        server.acceptor().call(() -> {
            if (listening == null) {
                listening = server.acceptor().register(Acceptor.bind(address), this::accepted);
            }
        });
    }

    /**
     * Return what this host saw, in the order of arrival.
     *
     * @return the requests until now
     */
    public List<SeenRequest> requests() {
        return log.requests(request -> true);
    }

    /**
     * Return what this host saw on one path.
     *
     * @param path without query: with any query; with a query: that target only
     * @return the requests until now, in the order of arrival
     */
    public List<SeenRequest> requests(String path) {
        return log.requests(FaultServer.isOn(path));
    }

    /**
     * Return how many requests this host saw, whatever is recorded.
     *
     * @return the number until now
     */
    public long requestCount() {
        return log.count();
    }

    /**
     * Wait until this host saw a number of requests.
     *
     * @param number how many
     * @param timeout how long to wait
     * @throws AssertionError if the time is over before
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitRequests(int number, Duration timeout) throws InterruptedException {
        log.await(number, timeout);
    }

    /**
     * Return how many requests this host answered at the same time at most. A request counts from the moment it was
     * read until a client could know the whole answer; to make short overlaps visible, delay the answers.
     *
     * @return the maximum until now
     */
    public int maxInFlight() {
        return inFlight.most();
    }

    /**
     * Return how many connections this host accepted.
     *
     * @return the number until now
     */
    public long connectionCount() {
        return connections.get();
    }

    @Override
    public String toString() {
        return authority();
    }

    Scripts scripts() {
        return scripts;
    }

    InFlight inFlight() {
        return inFlight;
    }

    RequestLog log() {
        return log;
    }

    OnConnect nextOnConnect() {
        List<OnConnect> all = onConnect;
        int last = all.size() - 1;
        return all.get(last == 0 ? 0 : connects.getAndUpdate(n -> Math.min(n + 1, last)));
    }

    boolean exchange(Connection connection, long number, HttpReader.Head head, byte[] body) throws IOException {
        return server.exchange(this, connection, number, head, body);
    }

    private void accepted(SocketChannel channel) throws IOException {
        connections.incrementAndGet();
        Connection connection = new Connection(this, channel, server.nextConnection());
        open.add(connection);
        server.run(connection);
    }

    void ended(Connection connection) {
        open.remove(connection);
    }

    int openConnections() {
        return open.size();
    }

    void closeConnections() {
        open.forEach(Connection::close);
    }
}
