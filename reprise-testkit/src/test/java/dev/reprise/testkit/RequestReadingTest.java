package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.RawClient.End;
import dev.reprise.testkit.RawClient.Seen;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RequestReadingTest {
    private final FaultServer server = FaultServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_body_with_a_length_is_read_whole() throws IOException {
        server.on("/").answer(request -> ok(request.bodyText()).closing());
        try (RawClient client = new RawClient(server.uri("/"))) {
            client.send("POST / HTTP/1.1\r\ncontent-length: 10\r\n\r\n01234").send("56789");
            assertThat(client.readToEnd().body()).isEqualTo("0123456789");
        }
    }

    @Test
    void a_chunked_body_is_read_with_extensions_and_trailers() throws IOException {
        server.on("/").answer(request -> ok(request.bodyText()));
        try (RawClient client = new RawClient(server.uri("/"))) {
            client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n")
                    .send("A;ext=1\r\n5678901234\r\n0\r\nTrailer: x\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n012345678901234")).contains("Content-Length: 15\r\n");
            client.send("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nnext");
            assertThat(client.readUntil("next")).contains("Content-Length: 4\r\n");
        }
    }

    @Test
    void of_a_large_body_the_beginning_is_kept_and_the_rest_is_read_over() throws Exception {
        server.on("/").answer(ok("hello"));
        HttpClient client = HttpClient.newHttpClient();
        byte[] large = new byte[1_000_000];
        for (HttpRequest.BodyPublisher body : new HttpRequest.BodyPublisher[] {
            HttpRequest.BodyPublishers.ofByteArray(large),
            HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)),
        }) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(server.uri("/")).POST(body).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(answer.body()).isEqualTo("hello");
        }
        assertThat(server.requests())
                .hasSize(2)
                .allSatisfy(seen -> assertThat(seen.body()).hasSize(64 * 1024));
    }

    @Test
    void a_client_that_expects_100_continue_gets_it_before_it_sends_the_body() throws IOException {
        server.on("/").answer(request -> ok(request.bodyText()));
        try (RawClient client = new RawClient(server.uri("/"))) {
            client.send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
            assertThat(client.send("ping").readUntil("ping")).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void a_long_head_in_many_pieces_is_read() throws IOException {
        server.on("/")
                .answer(request -> ok(request.header("x-last").orElse("?")).closing());
        try (RawClient client = new RawClient(server.uri("/"))) {
            client.send("GET / HTTP/1.1\r");
            client.send("\nX-Long: " + "x".repeat(20_000));
            client.send("\r\nX-Last: z\r\n\r");
            client.send("\n");
            assertThat(client.readToEnd().body()).isEqualTo("z");
        }
    }

    @Nested
    class Nonsense {
        @Test
        void is_refused_with_400_and_recorded_nowhere() throws IOException {
            server.fallback(ok("hello"));
            for (String request : new String[] {
                "nonsense\r\n\r\n",
                "GET / FTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nno colon\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
                "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
            }) {
                try (RawClient client = new RawClient(server.uri("/"))) {
                    Seen seen = client.send(request).readToEnd();
                    assertThat(seen.text()).as(request).startsWith("HTTP/1.1 400 Bad Request\r\n");
                    assertThat(seen.end()).isEqualTo(End.FIN);
                }
            }
            assertThat(server.requestCount()).isZero();
        }

        @Test
        void without_end_is_refused_too() throws IOException {
            try (RawClient client = new RawClient(server.uri("/"))) {
                client.send("GET / HTTP/1.1\r\n" + "X: y\r\n".repeat(11_000));
                assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 400 ");
            }
        }
    }
}
