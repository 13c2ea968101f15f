package dev.reprise.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One connection through the proxy: two threads that copy. */
final class ProxiedConnection {
    private static final int BUFFER = 64 * 1024;

    /** An answer is over when the server has been silent for so long: the proxy knows no protocol. */
    private static final int SILENCE_MILLIS = 100;

    private final FaultProxy proxy;
    private final Socket client;
    private final Socket server;
    private final AtomicInteger open = new AtomicInteger(2);
    private volatile @Nullable LossOfAnswer losing;

    ProxiedConnection(FaultProxy proxy, Socket client, Socket server) throws IOException {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
    }

    void start() {
        run("up", this::copyRequests);
        run("down", this::copyAnswers);
    }

    void reset() {
        reset(client);
        reset(server);
        proxy.forget(this);
    }

    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException alreadyGone) {
            // Which is what was wanted.
        }
    }

    private void run(String direction, Copy copy) {
        Thread thread = new Thread(
                () -> {
                    try {
                        copy.run();
                        if (open.decrementAndGet() == 0) {
                            close();
                        }
                    } catch (IOException broken) {
                        reset(); // One side went; so does the other.
                    }
                },
                "fault-proxy-" + direction);
        thread.setDaemon(true);
        thread.start();
    }

    private void copyRequests() throws IOException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        byte[] buffer = new byte[BUFFER];
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            LossOfAnswer loss = proxy.lossFor(buffer, length);
            if (loss != null) {
                losing = loss; // Before the request leaves, so that no part of its answer can pass.
            }
            out.write(buffer, 0, length);
        }
        server.shutdownOutput();
    }

    private void copyAnswers() throws IOException {
        InputStream in = server.getInputStream();
        OutputStream out = client.getOutputStream();
        byte[] buffer = new byte[BUFFER];
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            LossOfAnswer loss = losing;
            if (loss != null) {
                drain(in, buffer);
                reset();
                loss.hasHappened();
                return;
            }
            out.write(buffer, 0, length);
        }
        client.shutdownOutput();
    }

    private void close() throws IOException {
        proxy.forget(this);
        client.close();
        server.close();
    }

    private void drain(InputStream in, byte[] buffer) throws IOException {
        server.setSoTimeout(SILENCE_MILLIS);
        try {
            while (in.read(buffer) >= 0) {
                // Dropped.
            }
        } catch (SocketTimeoutException silent) {
            // The whole answer has come.
        }
    }

    private interface Copy {
        void run() throws IOException;
    }
}
