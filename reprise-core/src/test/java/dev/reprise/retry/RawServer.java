package dev.reprise.retry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server that answers one request on each connection, byte for byte; {@link #STALL} leaves the client waiting. */
final class RawServer implements AutoCloseable {
    static final String STALL = "";

    /** What happened, in order: a request came; a client that was left waiting has closed its connection. */
    enum Event {
        ASKED,
        ABANDONED
    }

    final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    private final ServerSocket listener;

    RawServer(String... answers) {
        try {
            listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        Thread thread = new Thread(() -> serve(answers), "raw server");
        thread.setDaemon(true);
        thread.start();
    }

    HttpRequest get() {
        return HttpRequest.newBuilder(URI.create(
                        "http://" + listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort() + "/"))
                .version(java.net.http.HttpClient.Version.HTTP_1_1)
                .build();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void serve(String... answers) {
        for (String answer : answers) {
            try (Socket client = listener.accept()) {
                BufferedReader request = new BufferedReader(new InputStreamReader(client.getInputStream(), ISO_8859_1));
                for (String line = request.readLine(); line != null && !line.isEmpty(); ) {
                    line = request.readLine();
                }
                events.add(Event.ASKED);
                client.getOutputStream().write(answer.replace("\n", "\r\n").getBytes(ISO_8859_1));
                if (answer.equals(STALL) && request.read() < 0) {
                    events.add(Event.ABANDONED);
                }
            } catch (IOException gone) {
                if (listener.isClosed()) {
                    return;
                }
                events.add(Event.ABANDONED);
            }
        }
    }
}
