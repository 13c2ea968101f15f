package dev.reprise.testkit;

import dev.reprise.testkit.Request.Arrival;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Serve scripted answers and faults over HTTP/1.1 from real sockets on loopback, and record what was asked and when.
 *
 * <p>It listens on loopback addresses only. All methods are safe for many threads. {@link #close()} stops stalled
 * answers at once and leaves no thread behind.
 */
public final class FaultServer implements AutoCloseable {
    private static final Answer NOT_SCRIPTED = Answer.status(404).body("no script for this path\n");
    private static final int HOSTS_PER_NET = 250;

    private final FaultServerOptions options;
    private final Acceptor acceptor;
    private final ServerThreads threads = new ServerThreads();
    private final Scripts scripts = new Scripts();
    private final InFlight inFlight = new InFlight();
    private final RequestLog log;
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong numbers = new AtomicLong();
    private final List<VirtualHost> hosts = new ArrayList<>();

    private FaultServer(FaultServerOptions options) throws IOException {
        this.options = options;
        this.log = new RequestLog(options.recording() != Recording.COUNTS);
        this.acceptor = new Acceptor();
        try {
            bindHosts();
        } catch (IOException | RuntimeException e) {
            acceptor.close();
            throw e;
        }
        threads.run(acceptor);
    }

    /**
     * Start a server with one host on a free port of 127.0.0.1.
     *
     * @return the running server
     * @throws UncheckedIOException if there is no free port
     */
    public static FaultServer start() {
        return start(FaultServerOptions.defaults());
    }

    /**
     * Start a server.
     *
     * @param options hosts, clock, recording
     * @return the running server
     * @throws UncheckedIOException if there is no free port or no free file descriptor
     */
    public static FaultServer start(FaultServerOptions options) {
        try {
            return new FaultServer(Objects.requireNonNull(options, "options"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Begin a script for a path of every host, which replaces the path's former script.
     *
     * @param path begins with /; with a query it stands for that target only
     * @return the empty script: until it has an answer the path is not scripted
     * @throws IllegalArgumentException if the path does not begin with /
     */
    public Script on(String path) {
        return scripts.begin(path);
    }

    /**
     * Answer whatever has no script, instead of 404: a function can serve thousands of paths.
     *
     * @param rule the answer, or a rule that chooses one
     */
    public void fallback(AnswerRule rule) {
        scripts.fallback(rule);
    }

    /**
     * Return the URI of a path on the first host.
     *
     * @param path begins with /; may have a query
     * @return the absolute URI
     * @throws IllegalArgumentException if the path does not begin with / or makes no URI
     */
    public URI uri(String path) {
        return hosts.get(0).uri(path);
    }

    /**
     * Return the hosts: 127.0.0.1, 127.0.0.2 and so on, on one port. Where the system lacks an address (all but 127.0.0.1
     * on macOS) or the port is taken on it, the host has a port of its own.
     *
     * @return the hosts, at least one
     */
    public List<VirtualHost> hosts() {
        return List.copyOf(hosts);
    }

    /**
     * Return one host.
     *
     * @param index 0 for the first
     * @return the host
     * @throws IndexOutOfBoundsException if there is no such host
     */
    public VirtualHost host(int index) {
        return hosts.get(index);
    }

    /**
     * Return what all hosts saw, in the order of arrival.
     *
     * @return the requests until now
     */
    public List<SeenRequest> requests() {
        return log.requests(request -> true);
    }

    /**
     * Return what all hosts saw on one path.
     *
     * @param path without query: with any query; with a query: that target only
     * @return the requests until now, in the order of arrival
     */
    public List<SeenRequest> requests(String path) {
        return log.requests(isOn(path));
    }

    /**
     * Return how many requests all hosts saw, whatever is recorded.
     *
     * @return the number until now
     */
    public long requestCount() {
        return log.count();
    }

    /**
     * Wait until all hosts together saw a number of requests.
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
     * Return how many requests all hosts together answered at the same time at most; see
     * {@link VirtualHost#maxInFlight()}.
     *
     * @return the maximum until now
     */
    public int maxInFlight() {
        return inFlight.most();
    }

    /**
     * Return how many connections all hosts accepted.
     *
     * @return the number until now
     */
    public long connectionCount() {
        return connections.get();
    }

    /**
     * Close all listeners and connections, end all stalls, and wait for the threads.
     *
     * @throws IllegalStateException if an answer rule does not return within five seconds of its interrupt
     */
    @Override
    public void close() {
        try {
            acceptor.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            threads.stop(() -> hosts.forEach(VirtualHost::closeConnections));
        }
    }

    static Predicate<SeenRequest> isOn(String path) {
        Scripts.requireTarget(path);
        return path.indexOf('?') < 0
                ? request -> request.path().equals(path)
                : request -> request.target().equals(path);
    }

    Acceptor acceptor() {
        return acceptor;
    }

    Recording recording() {
        return options.recording();
    }

    long nextConnection() {
        return connections.incrementAndGet();
    }

    void run(Connection connection) {
        if (!threads.run(connection)) {
            connection.close();
        }
    }

    /** Answers one request; true if the connection may carry another. */
    boolean exchange(VirtualHost host, Connection connection, long number, HttpReader.Head head, byte[] body)
            throws IOException {
        Flight flight = new Flight(host.inFlight());
        try {
            @Nullable Script script = host.scripts().find(head.target());
            if (script == null) {
                script = scripts.find(head.target());
            }
            int turn = script == null ? 0 : script.nextTurn();
            Arrival arrival = new Arrival(
                    numbers.incrementAndGet(),
                    options.clock().instant(),
                    System.nanoTime(),
                    host,
                    number,
                    flight.count,
                    turn);
            Request request = new Request(arrival, head.method(), head.target(), head.headers(), body);
            Answer answer = choose(script == null ? fallback(host) : script.rule(turn), request);
            SeenRequest seen = new SeenRequest(request, answer, options.recording() == Recording.EVERYTHING);
            host.log().add(seen);
            log.add(seen);
            return new AnswerWriter(connection, answer, flight)
                    .write(head.method().equals("HEAD"));
        } finally {
            flight.run();
        }
    }

    /** One request in flight; leaves once, however often it is run. Used by the thread of its connection only. */
    private final class Flight implements Runnable {
        private final InFlight ofHost;
        private final int count;
        private boolean over;

        Flight(InFlight ofHost) {
            this.ofHost = ofHost;
            this.count = ofHost.enter();
            inFlight.enter();
        }

        @Override
        public void run() {
            if (!over) {
                over = true;
                ofHost.leave();
                inFlight.leave();
            }
        }
    }

    private AnswerRule fallback(VirtualHost host) {
        AnswerRule ofHost = host.scripts().fallback();
        if (ofHost != null) {
            return ofHost;
        }
        AnswerRule ofServer = scripts.fallback();
        return ofServer == null ? NOT_SCRIPTED : ofServer;
    }

    private static Answer choose(AnswerRule rule, Request request) {
        try {
            return Objects.requireNonNull(rule.answer(request), "answer of the rule");
        } catch (RuntimeException | AssertionError e) {
            return Answer.status(500).body("the rule for " + request + " threw " + e + "\n");
        }
    }

    private void bindHosts() throws IOException {
        InetAddress first = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        int port = 0;
        for (int i = 0; i < options.hosts(); i++) {
            InetAddress address = InetAddress.getByAddress(
                    new byte[] {127, 0, (byte) (i / HOSTS_PER_NET), (byte) (1 + i % HOSTS_PER_NET)});
            hosts.add(new VirtualHost(
                    this,
                    i,
                    Acceptor.bind(
                            new InetSocketAddress(address, port),
                            new InetSocketAddress(address, 0),
                            new InetSocketAddress(first, 0))));
            port = port == 0 ? Integer.parseInt(hosts.get(0).authority().split(":", 2)[1]) : port;
        }
    }
}
