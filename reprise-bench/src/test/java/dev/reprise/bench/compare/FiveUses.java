package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The five commonest uses of a retry library, as each library writes them: all must do the same. */
abstract class FiveUses {
    final FlakyService service = new FlakyService();
    final URI url = URI.create("http://localhost/page");
    final List<String> lines = new ArrayList<>();

    abstract Page retryOnException() throws Throwable;

    abstract Response retryOnResult() throws Throwable;

    abstract HttpResponse<String> honourRetryAfter(HttpClient client, HttpRequest request) throws Throwable;

    abstract CompletableFuture<Page> retryFuture();

    abstract Page logAndTell() throws Throwable;

    /** What {@link #logAndTell} logs at last when no attempt is left. */
    abstract String gaveUp();

    /** What {@link #logAndTell} logs at last when the failure is none to retry. */
    abstract String notRetryable();

    void log(String line) {
        lines.add(line);
    }

    @Test
    void three_attempts_are_made_on_the_named_exception() throws Throwable {
        service.fail(new IOException("1"), new IOException("2"));

        assertThat(retryOnException()).isEqualTo(FlakyService.PAGE);
        assertThat(service.calls()).isEqualTo(3);
    }

    @Test
    void no_fourth_attempt_is_made_and_the_last_exception_can_be_found() {
        service.fail(new IOException("1"), new IOException("2"), new IOException("3"));

        assertThatThrownBy(this::retryOnException)
                .satisfies(thrown -> assertThat(thrown instanceof IOException ? thrown : thrown.getCause())
                        .isInstanceOf(IOException.class)
                        .hasMessage("3"));
        assertThat(service.calls()).isEqualTo(3);
    }

    @Test
    void another_exception_is_not_retried() {
        service.fail(new IllegalStateException("bug"));

        assertThatThrownBy(this::retryOnException)
                .satisfies(thrown -> assertThat(thrown instanceof IllegalStateException ? thrown : thrown.getCause())
                        .isInstanceOf(IllegalStateException.class));
        assertThat(service.calls()).isEqualTo(1);
    }

    @Test
    void a_result_with_status_503_is_retried() throws Throwable {
        service.answer(503, 503, 200);

        assertThat(retryOnResult()).isEqualTo(new Response(200));
        assertThat(service.calls()).isEqualTo(3);
    }

    @Test
    void another_result_is_returned() throws Throwable {
        service.answer(404);

        assertThat(retryOnResult()).isEqualTo(new Response(404));
        assertThat(service.calls()).isEqualTo(1);
    }

    @Test
    void a_server_that_asks_for_a_second_gets_it() throws Throwable {
        List<Long> requests = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(System.nanoTime());
            exchange.getResponseHeaders().set("Retry-After", "1");
            exchange.sendResponseHeaders(requests.size() == 1 ? 503 : 200, -1);
            exchange.close();
        });
        server.start();
        try {
            URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
            HttpResponse<String> response = honourRetryAfter(
                    HttpClient.newHttpClient(), HttpRequest.newBuilder(uri).build());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(requests).hasSize(2);
            assertThat(Duration.ofNanos(requests.get(1) - requests.get(0)))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void a_future_that_fails_twice_is_made_again() throws Exception {
        service.fail(new IOException("1"), new IOException("2"));

        assertThat(retryFuture().get(10, TimeUnit.SECONDS)).isEqualTo(FlakyService.PAGE);
        assertThat(service.calls()).isEqualTo(3);
    }

    @Test
    void each_retry_is_logged_and_giving_up_is_told_from_what_is_none_to_retry() {
        service.fail(new IOException("1"), new IOException("2"), new IOException("3"));
        assertThatThrownBy(this::logAndTell).isNotNull();
        assertThat(lines).hasSize(3).last().asString().contains(gaveUp()).doesNotContain(notRetryable());

        lines.clear();
        service.fail(new IllegalStateException("bug"));
        assertThatThrownBy(this::logAndTell).isNotNull();
        assertThat(lines).singleElement().asString().contains(notRetryable()).doesNotContain(gaveUp());
    }
}
