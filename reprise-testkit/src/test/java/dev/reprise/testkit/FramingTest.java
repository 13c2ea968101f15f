package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static dev.reprise.testkit.Answer.zeros;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.RawClient.End;
import dev.reprise.testkit.RawClient.Seen;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the bytes on the wire are, right or lying about their length. */
class FramingTest {
    private final FaultServer server = FaultServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_plain_answer_is_correct_and_keeps_the_connection() throws IOException {
        server.on("/").answer(ok("hello").header("X-One", "1").header("X-One", "2"));
        try (RawClient client = new RawClient(server.uri("/"))) {
            String expected = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                    + "X-One: 1\r\nX-One: 2\r\nContent-Length: 5\r\n\r\nhello";
            assertThat(client.get("/").read(expected.length())).isEqualTo(expected);
            assertThat(client.get("/").readToSilence()).isEqualTo(new Seen(expected, End.OPEN));
        }
    }

    @Test
    void bytes_and_bare_statuses_carry_a_length() throws IOException {
        server.on("/").answer(ok(new byte[] {1, 2, 3}), status(503), status(599));
        assertThat(answer()).isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n\1\2\3");
        assertThat(answer()).isEqualTo("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
        assertThat(answer()).isEqualTo("HTTP/1.1 599 \r\nContent-Length: 0\r\n\r\n");
    }

    @Test
    void statuses_without_a_body_send_neither_body_nor_length() throws IOException {
        server.on("/").answer(status(204).body("never sent"), status(304));
        assertThat(answer())
                .startsWith("HTTP/1.1 204 No Content\r\n")
                .endsWith("\r\n\r\n")
                .doesNotContain("Length");
        assertThat(answer()).isEqualTo("HTTP/1.1 304 Not Modified\r\n\r\n");
    }

    @Test
    void a_head_request_gets_the_headers_of_the_body_it_does_not_get() throws IOException {
        server.on("/").answer(ok("hello"), ok("hello").close(Point.IN_BODY));
        try (RawClient client = new RawClient(server.uri("/"))) {
            String head = client.send("HEAD / HTTP/1.1\r\n\r\n").readToSilence().text();
            assertThat(head).contains("Content-Length: 5\r\n").endsWith("\r\n\r\n");
            Seen broken = client.send("HEAD / HTTP/1.1\r\n\r\n").readToEnd();
            assertThat(broken).isEqualTo(new Seen(head, End.FIN));
        }
    }

    @Test
    void a_chunked_body_ends_with_its_last_chunk() throws IOException {
        server.on("/").answer(ok("hello").chunked(), ok("").chunked());
        assertThat(answer()).contains("Transfer-Encoding: chunked\r\n").endsWith("\r\n\r\n5\r\nhello\r\n0\r\n\r\n");
        assertThat(answer()).endsWith("\r\n\r\n0\r\n\r\n");
    }

    @Test
    void a_chunked_body_without_its_last_chunk_ends_with_the_connection() throws IOException {
        server.on("/").answer(Faults.truncatedChunked("hello"));
        Seen seen = RawClient.get(server.uri("/"));
        assertThat(seen.body()).isEqualTo("5\r\nhello\r\n");
        assertThat(seen.end()).isEqualTo(End.FIN);
    }

    @Test
    void a_close_delimited_body_has_no_length() throws IOException {
        server.on("/").answer(ok("hello").closeDelimited());
        Seen seen = RawClient.get(server.uri("/"));
        assertThat(seen.text())
                .doesNotContain("Length")
                .doesNotContain("chunked")
                .endsWith("\r\n\r\nhello");
        assertThat(seen.end()).isEqualTo(End.FIN);
    }

    @Test
    void a_short_body_promises_more_than_it_sends_and_closes() throws IOException {
        server.on("/").answer(Faults.shortBody("hello", 100));
        Seen seen = RawClient.get(server.uri("/"));
        assertThat(seen.text()).contains("Content-Length: 100\r\n").endsWith("\r\n\r\nhello");
        assertThat(seen.end()).isEqualTo(End.FIN);
    }

    @Test
    void a_length_that_is_too_small_leaves_the_rest_in_the_kept_connection() throws IOException {
        server.on("/").answer(ok("hello").contentLength("3"));
        try (RawClient client = new RawClient(server.uri("/"))) {
            Seen seen = client.get("/").readToSilence();
            assertThat(seen.text()).contains("Content-Length: 3\r\n").endsWith("\r\n\r\nhello");
            assertThat(seen.end()).isEqualTo(End.OPEN);
        }
    }

    @Test
    void a_length_that_is_no_number_or_two_lengths_close_after_the_body() throws IOException {
        server.on("/").answer(ok("hello").contentLength("five"), ok("hello").contentLength("5", "7"));
        Seen noNumber = RawClient.get(server.uri("/"));
        assertThat(noNumber.text()).contains("Content-Length: five\r\n").endsWith("hello");
        assertThat(noNumber.end()).isEqualTo(End.FIN);
        Seen two = RawClient.get(server.uri("/"));
        assertThat(two.text())
                .contains("Content-Length: 5\r\nContent-Length: 7\r\n")
                .endsWith("hello");
        assertThat(two.end()).isEqualTo(End.FIN);
    }

    @Test
    void closing_is_announced_and_done() throws IOException {
        server.on("/").answer(ok("hello").closing());
        Seen seen = RawClient.get(server.uri("/"));
        assertThat(seen.text()).contains("Connection: close\r\n");
        assertThat(seen.end()).isEqualTo(End.FIN);
    }

    @Test
    void a_client_that_asks_for_the_end_of_the_connection_gets_it() throws IOException {
        server.on("/").answer(ok("hello"));
        for (String request : new String[] {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"}) {
            try (RawClient client = new RawClient(server.uri("/"))) {
                assertThat(client.send(request).readToEnd().end()).isEqualTo(End.FIN);
            }
        }
    }

    @Test
    void zeros_are_streamed_with_their_length() throws IOException {
        server.on("/").answer(zeros(200_000).closing());
        Seen seen = RawClient.get(server.uri("/"));
        assertThat(seen.text()).contains("Content-Length: 200000\r\n");
        assertThat(seen.body()).hasSize(200_000).matches("\0+");
    }

    @Test
    void garbage_is_sent_bare() throws IOException {
        server.on("/").answer(Faults.garbage());
        assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen("SSH-2.0-OpenSSH_9.6\r\n", End.FIN));
    }

    @Test
    void retry_after_has_three_forms() throws IOException {
        server.on("/")
                .answer(
                        status(429).retryAfter(Duration.ofMinutes(2)),
                        status(429).retryAfter(Instant.parse("1994-11-06T08:49:37Z")),
                        status(429).retryAfter("soon"));
        assertThat(answer()).contains("\r\nRetry-After: 120\r\n");
        assertThat(answer()).contains("\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n");
        assertThat(answer()).contains("\r\nRetry-After: soon\r\n");
    }

    /** Non-ASCII Location headers exist in the wild: webrecorder/browsertrix-crawler#569. */
    @Test
    void header_values_are_sent_as_utf_8() throws IOException {
        server.on("/").answer(Faults.redirect("/caf\u00e9"));
        assertThat(answer()).contains("\r\nLocation: /caf\u00c3\u00a9\r\n"); // UTF-8 read as Latin-1
    }

    private String answer() throws IOException {
        try (RawClient client = new RawClient(server.uri("/"))) {
            return client.get("/").readToSilence().text();
        }
    }
}
