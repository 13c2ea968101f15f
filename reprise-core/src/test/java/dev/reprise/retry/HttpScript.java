package dev.reprise.retry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real server on loopback that answers in turn, the last answer for ever, and keeps what it was sent. */
final class HttpScript implements AutoCloseable {
    /** One request: its body, and the client's port, which tells connections apart. */
    record Seen(String method, String body, int port) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private volatile List<HttpHandler> replies;

    HttpScript(HttpHandler... replies) {
        this.replies = List.of(replies);
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException noPort) {
            throw new UncheckedIOException(noPort);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** Begin a new script. */
    void script(HttpHandler... next) {
        replies = List.of(next);
        seen.clear();
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create("http://"
                + server.getAddress().getHostString() + ":"
                + server.getAddress().getPort() + "/"));
    }

    HttpRequest get() {
        return request().build();
    }

    /** Answer with a status, a body and headers: name, value, name, value. */
    static HttpHandler status(int status, String body, String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
            }
            byte[] bytes = body.getBytes(UTF_8);
            boolean bodiless = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, bodiless ? -1 : bytes.length);
            if (!bodiless) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        };
    }

    static HttpHandler status(int status) {
        return status(status, "");
    }

    /** Close the connection without an answer. */
    static HttpHandler hangUp() {
        return exchange -> {
            throw new IOException("hung up");
        };
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        seen.add(new Seen(
                exchange.getRequestMethod(), body, exchange.getRemoteAddress().getPort()));
        List<HttpHandler> all = replies;
        all.get(Math.min(seen.size(), all.size()) - 1).handle(exchange);
    }
}
