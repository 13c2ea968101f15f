package dev.reprise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.retry.HttpRetry;
import dev.reprise.retry.ManualTime;
import dev.reprise.retry.Retrier;
import dev.reprise.retry.RetryListener;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The code that the guide shows for the JDK's HTTP client; the server is down twice, then up. */
class HttpGuideSnippetsTest {
    private final AtomicInteger asked = new AtomicInteger();
    private HttpServer server;
    private URI uri;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] sent = exchange.getRequestBody().readAllBytes();
            byte[] page = sent.length == 0 ? "page".getBytes(UTF_8) : sent;
            exchange.sendResponseHeaders(asked.incrementAndGet() <= 2 ? 503 : 200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        uri = new URI(
                "http",
                null,
                server.getAddress().getHostString(),
                server.getAddress().getPort(),
                "/",
                null,
                null);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void a_page_is_fetched() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri).build();

        // snippet: http
        HttpRetry http = HttpRetry.of(HttpClient.newHttpClient());
        HttpResponse<String> page = http.send(request, BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> later = http.sendAsync(request, BodyHandlers.ofString());
        // end snippet

        assertThat(page.body()).isEqualTo("page");
        assertThat(later.get(20, TimeUnit.SECONDS).body()).isEqualTo("page");
        assertThat(asked).hasValue(4);
    }

    @Test
    void settings_are_changed() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        ManualTime time = new ManualTime();

        // snippet: http-settings
        HttpRetry patient = HttpRetry.of(client)
                .retrier(Retrier.attempts(5)
                        .on(IOException.class)
                        .backoff("exponential base=500ms limit=20s jitter=50%")
                        .attemptTimeout(Duration.ofSeconds(10))
                        .listen(RetryListener.logging()))
                .methods("GET", "HEAD", "POST")
                .statuses(429, 502, 503, 504);
        // end snippet

        HttpRequest post = HttpRequest.newBuilder(uri)
                .POST(BodyPublishers.ofString("order"))
                .build();
        HttpRetry quick = patient.retrier(Retrier.attempts(5).time(time));
        assertThat(quick.send(post, BodyHandlers.ofString()).body()).isEqualTo("order");
        assertThat(asked).hasValue(3);
    }

    @Test
    void a_post_with_a_key_is_sent_again() throws Exception {
        HttpRetry http = HttpRetry.of(HttpClient.newHttpClient())
                .retrier(Retrier.attempts(3).time(new ManualTime()));

        // snippet: http-key
        HttpRequest order = HttpRequest.newBuilder(uri)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .POST(BodyPublishers.ofString("order"))
                .build();
        // end snippet

        assertThat(http.send(order, BodyHandlers.ofString()).body()).isEqualTo("order");
    }

    @Test
    void a_stream_is_sent_again() throws Exception {
        HttpRetry http = HttpRetry.of(HttpClient.newHttpClient())
                .retrier(Retrier.attempts(3).time(new ManualTime()));

        // snippet: http-body
        BodyPublisher body = HttpRetry.replayable(BodyPublishers.ofInputStream(() -> open("order")));
        HttpRequest upload = HttpRequest.newBuilder(uri).PUT(body).build();
        // end snippet

        assertThat(http.send(upload, BodyHandlers.ofString()).body()).isEqualTo("order");
    }

    private static InputStream open(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }
}
