package dev.reprise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stand between a client and a server of any TCP protocol, on loopback, and break connections as a network does: in the middle
 * of a request, or after it was done and before its answer came back.
 *
 * <p>Until told otherwise every byte passes. Instances may be used by several threads.
 */
public final class FaultProxy implements AutoCloseable {
    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final AtomicReference<@Nullable LossOfAnswer> loss = new AtomicReference<>();
    private volatile boolean refusing;
    private volatile boolean closed;

    private FaultProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread acceptor = new Thread(this::accept, "fault-proxy-" + listener.getLocalPort());
        acceptor.setDaemon(true);
        acceptor.start();
    }

    /**
     * Stand before a server.
     *
     * @param host its host
     * @param port its port
     * @return a proxy that listens on a free port of loopback
     * @throws UncheckedIOException if no port can be opened
     */
    public static FaultProxy to(String host, int port) {
        try {
            return new FaultProxy(new InetSocketAddress(Objects.requireNonNull(host, "host"), port));
        } catch (IOException e) {
            throw new UncheckedIOException("no port of loopback could be opened", e);
        }
    }

    /** {@return the port to connect to} */
    public int port() {
        return listener.getLocalPort();
    }

    /** {@return how many connections pass through now} */
    public int connections() {
        return connections.size();
    }

    /** Reset every connection at once, wherever it stands. New ones are accepted. */
    public void cutAll() {
        connections.forEach(ProxiedConnection::reset);
    }

    /**
     * Refuse new connections, or stop doing so; those that stand go on.
     *
     * @param refusing whether to refuse
     */
    public void refuse(boolean refusing) {
        this.refusing = refusing;
    }

    /**
     * Let the next request that contains a text reach the server, drop its answer, and reset its connection: the server did what it was
     * asked, the client cannot know.
     *
     * @param text looked for in what a client sends, as ISO-8859-1, within one read
     * @return tells when it has happened
     */
    public LossOfAnswer loseAnswerTo(String text) {
        LossOfAnswer next =
                new LossOfAnswer(Objects.requireNonNull(text, "text").getBytes(StandardCharsets.ISO_8859_1));
        loss.set(next);
        return next;
    }

    /** Close the port and every connection. */
    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the port could not be closed", e);
        } finally {
            cutAll();
        }
    }

    /** Take the loss that is waiting if this request is the one. */
    @Nullable
    LossOfAnswer lossFor(byte[] bytes, int length) {
        LossOfAnswer waiting = loss.get();
        return waiting != null && waiting.matches(bytes, length) && loss.compareAndSet(waiting, null) ? waiting : null;
    }

    void forget(ProxiedConnection connection) {
        connections.remove(connection);
    }

    private void accept() {
        while (!closed) {
            Socket client;
            try {
                client = listener.accept();
            } catch (IOException e) {
                continue; // Closed, or a client that was gone before it was accepted.
            }
            open(client);
        }
    }

    private void open(Socket client) {
        if (refusing) {
            ProxiedConnection.reset(client);
            return;
        }
        Socket server = new Socket();
        try {
            server.connect(target);
            ProxiedConnection connection = new ProxiedConnection(this, client, server);
            connections.add(connection);
            connection.start();
        } catch (IOException e) {
            ProxiedConnection.reset(client);
            ProxiedConnection.reset(server);
        }
    }
}
