package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Point.AFTER_BODY;
import static dev.reprise.testkit.Point.IN_BODY;
import static dev.reprise.testkit.Point.IN_HEADERS;
import static dev.reprise.testkit.Point.afterBodyBytes;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.RawClient.End;
import dev.reprise.testkit.RawClient.Seen;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Delays, stalls and trickles: that they last, end, and come where they should. */
@Timeout(30)
class PaceTest {
    private final FaultServer server = FaultServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_delay_comes_before_the_first_byte() throws IOException {
        server.on("/").answer(ok("hello").delay(ofMillis(60)).closing());
        try (RawClient client = new RawClient(server.uri("/"))) {
            long begin = System.nanoTime();
            client.get("/").read(1);
            assertThat(since(begin)).isGreaterThanOrEqualTo(ofMillis(60));
            assertThat(client.readToEnd().body()).isEqualTo("hello");
        }
    }

    @Test
    void a_stall_keeps_back_the_rest_of_the_body_and_then_goes_on() throws IOException {
        server.on("/").answer(ok("hello").stall(afterBodyBytes(2), ofMillis(60)).closing());
        try (RawClient client = new RawClient(server.uri("/"))) {
            long begin = System.nanoTime();
            client.get("/").readUntil("\r\n\r\nhe");
            assertThat(client.readToEnd()).isEqualTo(new Seen("llo", End.FIN));
            assertThat(since(begin)).isGreaterThanOrEqualTo(ofMillis(60));
        }
    }

    @Test
    void several_stalls_add_up_in_the_order_of_the_answer() throws IOException {
        server.on("/")
                .answer(ok("hello")
                        .stall(afterBodyBytes(4), ofMillis(20))
                        .stall(afterBodyBytes(1), ofMillis(20))
                        .stall(IN_HEADERS, ofMillis(20))
                        .closing());
        long begin = System.nanoTime();
        assertThat(RawClient.get(server.uri("/")).body()).isEqualTo("hello");
        assertThat(since(begin)).isGreaterThanOrEqualTo(ofMillis(60));
    }

    @Test
    void a_stall_without_end_lasts_until_the_client_leaves() throws IOException {
        server.on("/").answer(ok("hello").stall(IN_BODY), ok("again").closing());
        try (RawClient client = new RawClient(server.uri("/"))) {
            assertThat(client.get("/").readToSilence().body()).isEqualTo("he");
        }
        assertThat(RawClient.get(server.uri("/")).body()).isEqualTo("again");
        long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (server.host(0).openConnections() > 0) {
            assertThat(System.nanoTime()).isLessThan(until);
            Thread.onSpinWait();
        }
    }

    @Test
    void close_ends_a_stall_at_once() throws Exception {
        server.on("/").answer(Faults.stalled());
        try (RawClient client = new RawClient(server.uri("/"))) {
            client.get("/");
            server.awaitRequests(1, Duration.ofSeconds(10));
            long begin = System.nanoTime();
            server.close();
            assertThat(since(begin)).isLessThan(Duration.ofSeconds(4));
            assertThat(client.readToEnd().text()).isEmpty();
        }
    }

    @Test
    void a_request_sent_ahead_during_a_stall_is_answered_after_it() throws IOException {
        server.on("/")
                .answer(ok("first").stall(IN_BODY, ofMillis(60)), ok("second").closing());
        try (RawClient client = new RawClient(server.uri("/"))) {
            String all = client.get("/").get("/").readToEnd().text();
            assertThat(all).contains("\r\n\r\nfirstHTTP/1.1 200 OK").endsWith("\r\n\r\nsecond");
        }
    }

    @Test
    void a_trickle_sends_a_piece_and_a_pause_at_a_time() throws IOException {
        server.on("/").answer(ok("0123456789").trickle(3, ofMillis(20)).closing());
        try (RawClient client = new RawClient(server.uri("/"))) {
            long begin = System.nanoTime();
            client.get("/").readUntil("0123456789");
            assertThat(since(begin)).isGreaterThanOrEqualTo(ofMillis(60)); // 012, 345, 678, 9: three pauses between
        }
    }

    @Test
    void headers_trickle_too() throws IOException {
        server.on("/").answer(ok("hello").trickleHeaders(20, ofMillis(10)).closing());
        long begin = System.nanoTime();
        assertThat(RawClient.get(server.uri("/")).body()).isEqualTo("hello");
        assertThat(since(begin)).isGreaterThanOrEqualTo(ofMillis(50)); // 103 bytes: six pieces
    }

    @Test
    void a_trickle_can_break_off() throws IOException {
        server.on("/")
                .answer(ok("0123456789").chunked().trickle(1, Duration.ZERO).reset(afterBodyBytes(7)));
        Seen seen = RawClient.get(server.uri("/"));
        assertThat(seen.body()).isEqualTo("a\r\n0123456");
        assertThat(seen.end()).isEqualTo(End.RESET);
    }

    @Test
    void a_complete_answer_that_stalls_is_complete_for_its_client() throws IOException {
        server.on("/").answer(ok("hello").stall(AFTER_BODY), ok("again"));
        try (RawClient client = new RawClient(server.uri("/"))) {
            assertThat(client.get("/").readToSilence().body()).isEqualTo("hello");
            assertThat(client.get("/").readSilence()).isEqualTo(new Seen("", End.OPEN));
        }
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }
}
