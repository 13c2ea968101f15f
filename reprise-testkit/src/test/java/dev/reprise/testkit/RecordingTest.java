package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RecordingTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final FaultServerOptions OPTIONS =
            FaultServerOptions.defaults().clock(() -> NOON);

    @Test
    void a_request_is_kept_with_all_it_was() throws Exception {
        try (FaultServer server = FaultServer.start(OPTIONS.hosts(2))) {
            server.on("/a").answer(status(503).closing());
            long before = System.nanoTime();
            try (RawClient client = new RawClient(server.host(1).uri("/"))) {
                client.send("POST /a?q=%41 HTTP/1.1\r\nHost: h\r\nX-B: 1\r\nx-b: 2\r\nContent-Length: 4\r\n\r\nping")
                        .readToEnd();
            }
            SeenRequest seen = server.requests().get(0);
            assertThat(seen.number()).isEqualTo(1);
            assertThat(seen.at()).isEqualTo(NOON);
            assertThat(seen.nanos()).isBetween(before, System.nanoTime());
            assertThat(seen.host()).isSameAs(server.host(1));
            assertThat(seen.connection()).isEqualTo(1);
            assertThat(seen.inFlight()).isEqualTo(1);
            assertThat(seen.turn()).isEqualTo(1);
            assertThat(seen.method()).isEqualTo("POST");
            assertThat(seen.target()).isEqualTo("/a?q=%41");
            assertThat(seen.path()).isEqualTo("/a");
            assertThat(seen.headers())
                    .containsExactly(
                            new Header("Host", "h"),
                            new Header("X-B", "1"),
                            new Header("x-b", "2"),
                            new Header("Content-Length", "4"));
            assertThat(seen.header("X-b")).hasValue("1");
            assertThat(seen.header("X-C")).isEmpty();
            assertThat(seen.body()).asString().isEqualTo("ping");
            assertThat(seen.status()).isEqualTo(503);
            assertThat(seen.answer()).isEqualTo(status(503).closing());
            assertThat(seen).hasToString("#1 POST /a?q=%41 -> 503");
        }
    }

    @Test
    void lines_leave_out_headers_and_bodies() throws Exception {
        try (FaultServer server = FaultServer.start(OPTIONS.recording(Recording.LINES))) {
            server.on("/").answer(request -> ok(request.bodyText()).closing()); // a rule sees all of it
            try (RawClient client = new RawClient(server.uri("/"))) {
                client.send("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nping");
                assertThat(client.readToEnd().body()).isEqualTo("ping");
            }
            SeenRequest seen = server.requests("/").get(0);
            assertThat(seen.headers()).isEmpty();
            assertThat(seen.body()).isEmpty();
            assertThat(seen.at()).isEqualTo(NOON);
        }
    }

    @Test
    void counts_leave_out_the_requests_and_still_count() throws Exception {
        try (FaultServer server = FaultServer.start(OPTIONS.recording(Recording.COUNTS))) {
            server.on("/").answer(ok("hello").closing());
            RawClient.get(server.uri("/"));
            RawClient.get(server.uri("/"));
            server.awaitRequests(2, ofSeconds(1));
            server.host(0).awaitRequests(2, ofSeconds(1));
            assertThat(server.requestCount()).isEqualTo(2);
            assertThat(server.host(0).requestCount()).isEqualTo(2);
            assertThat(server.requests()).isEmpty();
            assertThat(server.host(0).requests()).isEmpty();
        }
    }

    @Test
    void requests_of_one_connection_share_its_number() throws Exception {
        try (FaultServer server = FaultServer.start(OPTIONS)) {
            server.on("/").answer(ok("hello"), ok("hello").closing());
            try (RawClient client = new RawClient(server.uri("/"))) {
                client.get("/").readUntil("hello");
                client.get("/").readToEnd();
            }
            RawClient.get(server.uri("/"));
            assertThat(server.requests()).extracting(Request::connection).containsExactly(1L, 1L, 2L);
            assertThat(server.connectionCount()).isEqualTo(2);
            assertThat(server.host(0).connectionCount()).isEqualTo(2);
        }
    }

    @Test
    void waiting_for_requests_ends_with_the_last_of_them_or_fails_with_what_came() throws Exception {
        try (FaultServer server = FaultServer.start(OPTIONS)) {
            server.on("/").answer(ok("hello").closing());
            CompletableFuture<Void> late = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 3; i++) {
                    try {
                        RawClient.get(server.uri("/"));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                }
            });
            server.awaitRequests(3, ofSeconds(20));
            assertThat(server.requestCount()).isEqualTo(3);
            late.join();
            assertThatThrownBy(() -> server.awaitRequests(4, ofMillis(20)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("saw 3 of 4 requests within PT0.02S")
                    .hasMessageContaining("#3 GET / -> 200");
        }
    }

    @Test
    void requests_in_flight_are_counted_for_each_host_and_for_all() throws Exception {
        CountDownLatch all = new CountDownLatch(5);
        try (FaultServer server = FaultServer.start(OPTIONS.hosts(2))) {
            server.fallback(request -> {
                all.countDown();
                await(all);
                return ok("hello").closing();
            });
            List<RawClient> clients = new ArrayList<>();
            for (int host : new int[] {0, 0, 0, 1, 1}) {
                clients.add(new RawClient(server.host(host).uri("/")).get("/"));
            }
            for (RawClient client : clients) {
                client.readToEnd();
                client.close();
            }
            RawClient.get(server.uri("/"));
            assertThat(server.host(0).maxInFlight()).isEqualTo(3);
            assertThat(server.host(1).maxInFlight()).isEqualTo(2);
            assertThat(server.maxInFlight()).isEqualTo(5);
            assertThat(server.requests().get(5).inFlight()).isEqualTo(1);
        }
    }

    /** The server must not count a request that its client already knows to be over. */
    @Test
    void one_request_after_the_other_is_never_two_in_flight() throws Exception {
        String lastChunk = "\r\n0\r\n\r\n";
        Map<Answer, String> endings = Map.of(
                ok("hello"), "hello",
                ok("hello").delay(Duration.ZERO), "hello",
                ok("hello").trickle(5, ofMillis(2)), "hello",
                ok("hello").stall(Point.AFTER_BODY, ofMillis(2)), "hello",
                ok("hello").chunked(), lastChunk,
                ok("hello").chunked().trickle(2, Duration.ZERO), lastChunk,
                Answer.zeros(9).gzip(), lastChunk,
                Answer.zeros(9), "\0".repeat(9),
                status(204).delay(Duration.ZERO), "\r\n\r\n");
        List<Answer> broken = List.of(
                Faults.resetInBody(),
                Faults.noAnswer(),
                ok("hello").closeDelimited(),
                ok("hello").reset(Point.AFTER_HEADERS),
                Faults.truncatedChunked("hello"));
        try (FaultServer server = FaultServer.start(OPTIONS)) {
            for (int i = 0; i < 40; i++) {
                for (Map.Entry<Answer, String> ending : endings.entrySet()) {
                    server.on("/").answer(ending.getKey());
                    try (RawClient client = new RawClient(server.uri("/"))) {
                        client.get("/").readUntil(ending.getValue());
                    }
                }
                for (Answer answer : broken) {
                    server.on("/").answer(answer);
                    RawClient.get(server.uri("/"));
                }
            }
            assertThat(server.maxInFlight()).isEqualTo(1);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
