package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.raw;
import static dev.reprise.testkit.Answer.status;
import static dev.reprise.testkit.Faults.rateLimitedFor;
import static dev.reprise.testkit.Faults.redirect;
import static dev.reprise.testkit.Faults.redirectChain;
import static dev.reprise.testkit.Faults.resetInHeaders;
import static dev.reprise.testkit.Point.AFTER_BODY;
import static dev.reprise.testkit.Point.BEFORE_HEADERS;
import static dev.reprise.testkit.Point.IN_BODY;
import static dev.reprise.testkit.Point.afterBodyBytes;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultServerSnippetsTest {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void first_look() throws Exception {
        HttpClient client = CLIENT;
        // snippet: first
        try (FaultServer server = FaultServer.start()) {
            server.on("/flaky").answer(status(503).retryAfter(ofSeconds(2)), ok("hello"));

            HttpRequest request = HttpRequest.newBuilder(server.uri("/flaky")).build();
            client.send(request, HttpResponse.BodyHandlers.ofString()); // 503
            client.send(request, HttpResponse.BodyHandlers.ofString()); // 200, and so on

            List<SeenRequest> seen = server.requests("/flaky");
            assertThat(seen).extracting(SeenRequest::status).containsExactly(503, 200);
            assertThat(seen.get(0).until(seen.get(1))).isLessThan(ofSeconds(2)); // it did not wait as it was told
        }
        // end snippet
    }

    @Test
    void scripts() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            // snippet: scripts
            server.on("/down").answer(status(503)); // always
            server.on("/flaky").times(3, resetInHeaders()).answer(ok("hello")); // three resets, then fine
            server.on("/page?id=7").answer(status(410)); // this query only; /page stands for all others
            server.on("/echo").answer(request -> ok(request.bodyText()));
            server.fallback(request -> ok("page " + request.path())); // thousands of paths, instead of 404
            // end snippet
            for (int i = 0; i < 3; i++) {
                assertThat(RawClient.get(server.uri("/flaky")).end()).isEqualTo(RawClient.End.RESET);
            }
            assertThat(get(server.uri("/flaky")).body()).isEqualTo("hello");
            assertThat(get(server.uri("/down")).statusCode()).isEqualTo(503);
            assertThat(get(server.uri("/page?id=7")).statusCode()).isEqualTo(410);
            assertThat(get(server.uri("/page?id=8")).body()).isEqualTo("page /page");
        }
    }

    @Test
    void faults_add_up() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            // snippet: faults
            server.on("/reset").answer(ok("hello").reset(afterBodyBytes(3))); // "hel", then RST
            server.on("/late").answer(ok("hello").delay(ofMillis(50)));
            server.on("/silent").answer(ok("hello").stall(IN_BODY)); // until client or server closes
            server.on("/slow").answer(ok("hello").gzip().trickle(1, ofMillis(5)).close(IN_BODY));
            server.on("/stale").answer(ok("hello").close(AFTER_BODY)); // a kept connection that is gone
            server.on("/lies").answer(ok("hello").contentLength("5", "7")); // two that differ
            server.on("/tea").answer(raw("I'm a teapot\r\n")); // no HTTP at all
            // end snippet
            assertThat(RawClient.get(server.uri("/reset")).body()).isEqualTo("hel");
            assertThat(get(server.uri("/late")).body()).isEqualTo("hello");
            assertThat(RawClient.get(server.uri("/lies")).text())
                    .contains("Content-Length: 5\r\nContent-Length: 7\r\n");
            assertThat(RawClient.get(server.uri("/tea")).text()).isEqualTo("I'm a teapot\r\n");
            assertThat(RawClient.get(server.uri("/slow")).end()).isEqualTo(RawClient.End.FIN);
            assertThat(RawClient.get(server.uri("/stale")).body()).isEqualTo("hello");
        }
    }

    @Test
    void a_time_out() throws Exception {
        HttpClient client = CLIENT;
        // snippet: timeout
        try (FaultServer server = FaultServer.start()) {
            server.on("/page").answer(ok("hello").stall(BEFORE_HEADERS));
            HttpRequest request = HttpRequest.newBuilder(server.uri("/page"))
                    .timeout(ofMillis(100))
                    .build();
            assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(HttpTimeoutException.class);
        } // close() ends every stall
        // end snippet
    }

    @Test
    void a_countdown() throws Exception {
        // snippet: countdown
        Instant[] now = {Instant.parse("2026-01-01T00:00:00Z")};
        InstantSource clock = () -> now[0];
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().clock(clock))) {
            server.on("/limit").answer(rateLimitedFor(ofHours(1)).then(ok("hello")));
            assertThat(get(server.uri("/limit")).headers().firstValue("Retry-After"))
                    .hasValue("3600");
            now[0] = now[0].plusSeconds(3599);
            assertThat(get(server.uri("/limit")).headers().firstValue("Retry-After"))
                    .hasValue("1");
            now[0] = now[0].plusSeconds(1);
            assertThat(get(server.uri("/limit")).body()).isEqualTo("hello");
        }
        // end snippet
    }

    @Test
    void redirects() throws Exception {
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().hosts(2))) {
            // snippet: redirects
            server.on("/chain").answer(redirectChain(3, ok("the end")));
            server.host(0).on("/away").answer(redirect(server.host(1).uri("/here")));
            server.host(1).on("/here").answer(ok("hello"));
            // end snippet
            HttpClient follows = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.ALWAYS)
                    .build();
            assertThat(get(follows, server.uri("/chain")).body()).isEqualTo("the end");
            assertThat(server.requests("/chain")).hasSize(4);
            assertThat(get(follows, server.uri("/away")).body()).isEqualTo("hello");
        }
    }

    @Test
    void many_hosts() throws Exception {
        // snippet: hosts
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().hosts(50))) {
            server.fallback(ok("hello").delay(ofMillis(20)));
            List<URI> urls = IntStream.range(0, 200)
                    .mapToObj(i -> server.host(i % 50).uri("/" + i)) // 127.0.0.1 to 127.0.0.50
                    .toList();
            fetchOneAtATimePerHost(urls);
            assertThat(server.hosts()).allSatisfy(host -> {
                assertThat(host.requests()).hasSize(4);
                assertThat(host.maxInFlight()).isEqualTo(1);
            });
            assertThat(server.maxInFlight()).isGreaterThan(1);
        }
        // end snippet
    }

    @Test
    void connections() throws Exception {
        HttpClient client = CLIENT;
        // snippet: connections
        try (FaultServer server = FaultServer.start()) {
            server.on("/page").answer(ok("hello"));
            HttpRequest request = HttpRequest.newBuilder(server.uri("/page")).build();

            server.host(0).down(); // refuses new connections, resets open ones
            assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(ConnectException.class);
            server.host(0).up();
            server.host(0).onConnect(OnConnect.RESET); // every connection, before a byte of it is read
            assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
            server.host(0).onConnect(OnConnect.SERVE);
            client.send(request, HttpResponse.BodyHandlers.ofString()); // fine
        }
        // end snippet
    }

    @Test
    void what_it_saw() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.on("/page").answer(ok("hello"));
            CompletableFuture<HttpResponse<String>> answer = CLIENT.sendAsync(
                    HttpRequest.newBuilder(server.uri("/page?q=1"))
                            .header("X-Trace", "7")
                            .POST(HttpRequest.BodyPublishers.ofString("ping"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            // snippet: seen
            server.awaitRequests(1, ofSeconds(5)); // for clients that work in the background
            SeenRequest seen = server.requests("/page").get(0);
            assertThat(seen.method() + " " + seen.target()).isEqualTo("POST /page?q=1");
            assertThat(seen.header("x-trace")).hasValue("7");
            assertThat(seen.bodyText()).isEqualTo("ping");
            assertThat(seen.at()).isBeforeOrEqualTo(Instant.now()); // by the server's clock; nanos() for differences
            assertThat(seen.connection()).isEqualTo(1); // which requests shared a connection
            assertThat(seen.inFlight()).isEqualTo(1); // what its host was answering then
            assertThat(seen.answer()).isEqualTo(ok("hello"));
            // end snippet
            assertThat(answer.get().body()).isEqualTo("hello");
        }
    }

    private static void fetchOneAtATimePerHost(List<URI> urls) {
        Map<String, CompletableFuture<HttpResponse<String>>> last = new HashMap<>();
        for (URI url : urls) {
            HttpRequest request = HttpRequest.newBuilder(url).build();
            last.compute(
                    url.getAuthority(),
                    (host, before) -> before == null
                            ? CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                            : before.thenCompose(
                                    answer -> CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString())));
        }
        last.values().forEach(CompletableFuture::join);
    }

    private static HttpResponse<String> get(URI uri) throws Exception {
        return get(CLIENT, uri);
    }

    private static HttpResponse<String> get(HttpClient client, URI uri) throws Exception {
        return client.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
