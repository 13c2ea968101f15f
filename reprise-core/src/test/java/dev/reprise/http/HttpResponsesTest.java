package dev.reprise.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import feign.Request;
import jakarta.ws.rs.ext.RuntimeDelegate;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import okhttp3.Headers;
import okhttp3.Protocol;
import okhttp3.ResponseBody;
import org.glassfish.jersey.internal.RuntimeDelegateImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

/** The real responses of the clients, as results of a call. */
class HttpResponsesTest {
    private static void assertTells(Object response) {
        assertThat(HttpResponses.status(response)).isEqualTo(503);
        assertThat(HttpResponses.header(response, "RETRY-after")).isEqualTo("7");
        assertThat(HttpResponses.header(response, "Absent")).isNull();
    }

    private static HttpResponse<?> response(int status, @Nullable RuntimeException broken) {
        return (HttpResponse<?>) Proxy.newProxyInstance(
                HttpResponsesTest.class.getClassLoader(), new Class<?>[] {HttpResponse.class}, (self, method, args) -> {
                    if (broken != null) {
                        throw broken;
                    }
                    return method.getName().equals("statusCode") ? status : null;
                });
    }

    @Test
    void responses_of_the_jdks_client_are_read() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("retry-after", "7");
            exchange.sendResponseHeaders(503, -1);
            exchange.close();
        });
        server.start();
        try {
            URI uri = new URI(
                    "http",
                    null,
                    server.getAddress().getHostString(),
                    server.getAddress().getPort(),
                    "/",
                    null,
                    null);
            assertTells(HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding()));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void responses_of_ok_http_and_retrofit_are_read() {
        okhttp3.Response raw = new okhttp3.Response.Builder()
                .request(new okhttp3.Request.Builder().url("http://localhost/").build())
                .protocol(Protocol.HTTP_1_1)
                .code(503)
                .message("down")
                .headers(Headers.of("Retry-After", "7"))
                .build();
        assertTells(raw);
        assertTells(retrofit2.Response.error(ResponseBody.create("", null), raw));
    }

    @Test
    void responses_of_feign_are_read() {
        assertTells(feign.Response.builder()
                .status(503)
                .headers(Map.of("Retry-After", List.of("7")))
                .request(Request.create(Request.HttpMethod.GET, "/", Map.of(), null, UTF_8, null))
                .build());
    }

    @Test
    void responses_of_jax_rs_are_read() {
        RuntimeDelegate.setInstance(new RuntimeDelegateImpl());
        assertTells(jakarta.ws.rs.core.Response.status(503)
                .header("Retry-After", "7")
                .build());
        assertTells(new JavaxResponse(503, Map.of("Retry-After", "7")));
    }

    @Test
    void response_entities_of_spring_are_read() {
        assertTells(ResponseEntity.status(503).header("Retry-After", "7").build());
    }

    @Test
    void anything_else_tells_nothing() {
        for (Object other : new Object[] {"503", 503, List.of(), new Object(), new int[0]}) {
            assertThat(HttpResponses.status(other)).isZero();
            assertThat(HttpResponses.header(other, "Retry-After")).isNull();
        }
        assertThat(HttpResponses.status(null)).isZero();
        assertThat(HttpResponses.header(null, "Retry-After")).isNull();
    }

    @Test
    void a_status_below_zero_is_no_status() {
        assertThat(HttpResponses.status(response(-1, null))).isZero();
    }

    @Test
    void a_getter_that_throws_or_gives_null_means_no_status_and_no_header() {
        HttpResponse<?> broken = response(0, new IllegalStateException("closed"));
        assertThat(HttpResponses.status(broken)).isZero();
        assertThat(HttpResponses.header(broken, "Retry-After")).isNull();
        assertThat(HttpResponses.header(response(503, null), "Retry-After")).isNull();
    }

    @Test
    @SuppressWarnings("NullAway") // The point.
    void a_header_needs_a_name() {
        assertThatThrownBy(() -> HttpResponses.header("text", null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("name");
    }
}
