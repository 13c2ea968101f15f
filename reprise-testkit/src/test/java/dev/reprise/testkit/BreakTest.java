package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Point.AFTER_BODY;
import static dev.reprise.testkit.Point.AFTER_HEADERS;
import static dev.reprise.testkit.Point.BEFORE_HEADERS;
import static dev.reprise.testkit.Point.IN_BODY;
import static dev.reprise.testkit.Point.IN_HEADERS;
import static dev.reprise.testkit.Point.afterBodyBytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.RawClient.End;
import dev.reprise.testkit.RawClient.Seen;
import java.io.IOException;
import java.net.SocketException;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Where an answer breaks off, and that the client sees a reset or a close exactly there. */
class BreakTest {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 10\r\n\r\n";
    private static final String BODY = "0123456789";

    private final FaultServer server = FaultServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Nested
    class Reset {
        @Test
        void ends_the_answer_at_every_point() throws IOException {
            breaksAtEveryPoint(Answer::reset, End.RESET);
        }

        @Test
        void has_names_for_the_common_points() throws IOException {
            server.on("/").answer(Faults.resetBeforeHeaders(), Faults.resetInHeaders());
            server.on("/body").answer(Faults.resetAfterHeaders(), Faults.resetInBody());
            assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen("", End.RESET));
            Seen inHeaders = RawClient.get(server.uri("/"));
            assertThat(inHeaders.text()).startsWith("HTTP/1.1 200 OK").doesNotContain("\r\n\r\n");
            assertThat(inHeaders.end()).isEqualTo(End.RESET);
            Seen afterHeaders = RawClient.get(server.uri("/body"));
            assertThat(afterHeaders.text()).endsWith("\r\n\r\n");
            assertThat(afterHeaders.end()).isEqualTo(End.RESET);
            Seen inBody = RawClient.get(server.uri("/body"));
            assertThat(inBody.body()).isNotEmpty().doesNotContain("\n");
            assertThat(inBody.end()).isEqualTo(End.RESET);
        }

        @Test
        void reaches_a_streamed_body() throws IOException {
            server.on("/").answer(Faults.gzipBomb(1L << 40).reset(IN_BODY));
            Seen seen = RawClient.get(server.uri("/"));
            assertThat(seen.end()).isEqualTo(End.RESET);
            assertThat(seen.body().length()).isBetween(1024, 1024 + 200);
        }
    }

    @Nested
    class Close {
        @Test
        void ends_the_answer_at_every_point() throws IOException {
            breaksAtEveryPoint(Answer::close, End.FIN);
        }

        @Test
        void without_one_byte_has_a_name() throws IOException {
            server.on("/").answer(Faults.noAnswer());
            assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen("", End.FIN));
        }

        @Test
        void cuts_a_chunk_in_its_middle() throws IOException {
            server.on("/").answer(ok(BODY).chunked().close(afterBodyBytes(4)));
            assertThat(RawClient.get(server.uri("/")).body()).isEqualTo("a\r\n0123");
        }

        @Test
        void past_the_end_of_the_body_is_at_its_end() throws IOException {
            server.on("/").answer(ok(BODY).close(afterBodyBytes(11)), ok("").close(IN_BODY));
            assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen(HEAD + BODY, End.FIN));
            assertThat(RawClient.get(server.uri("/")).body()).isEmpty();
        }
    }

    @Nested
    class Connect {
        @Test
        void a_connection_is_reset_closed_or_served_before_it_is_read() throws IOException {
            server.on("/").answer(ok("hello").closing());
            server.host(0).onConnect(OnConnect.RESET, OnConnect.CLOSE, OnConnect.SERVE);
            assertThat(connected()).isEqualTo(new Seen("", End.RESET));
            assertThat(connected()).isEqualTo(new Seen("", End.FIN));
            assertThat(RawClient.get(server.uri("/")).body()).isEqualTo("hello");
            assertThat(RawClient.get(server.uri("/")).body()).isEqualTo("hello");
            assertThat(server.requestCount()).isEqualTo(2);
            assertThat(server.connectionCount()).isEqualTo(4);
        }

        @Test
        void a_connection_can_stay_silent() throws IOException {
            server.on("/").answer(ok("hello"));
            server.host(0).onConnect(OnConnect.STALL);
            try (RawClient client = new RawClient(server.uri("/"))) {
                assertThat(client.get("/").readSilence()).isEqualTo(new Seen("", End.OPEN));
            }
            assertThat(server.requestCount()).isZero();
        }

        private Seen connected() throws IOException {
            try (RawClient client = new RawClient(server.uri("/"))) {
                return client.readToEnd();
            } catch (SocketException resetWhileConnecting) {
                return new Seen("", End.RESET);
            }
        }
    }

    private void breaksAtEveryPoint(BiFunction<Answer, Point, Answer> breaking, End end) throws IOException {
        Answer whole = ok(BODY);
        server.on("/")
                .answer(
                        breaking.apply(whole, BEFORE_HEADERS),
                        breaking.apply(whole, IN_HEADERS),
                        breaking.apply(whole, AFTER_HEADERS),
                        breaking.apply(whole, IN_BODY),
                        breaking.apply(whole, afterBodyBytes(9)),
                        breaking.apply(whole, AFTER_BODY));
        assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen("", end));
        assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen(HEAD.substring(0, HEAD.length() / 2), end));
        assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen(HEAD, end));
        assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen(HEAD + "01234", end));
        assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen(HEAD + "012345678", end));
        assertThat(RawClient.get(server.uri("/"))).isEqualTo(new Seen(HEAD + BODY, end));
    }
}
