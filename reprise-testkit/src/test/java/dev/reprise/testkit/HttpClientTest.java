package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What a real client makes of the answers: the JDK's, whose failures are part of its documented behaviour. */
class HttpClientTest {
    private final FaultServer server = FaultServer.start();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
    }

    @TestFactory
    Stream<DynamicTest> a_fault_is_an_io_failure() {
        return Stream.of(
                        Faults.resetBeforeHeaders(),
                        Faults.resetInHeaders(),
                        Faults.resetAfterHeaders(),
                        Faults.resetInBody(),
                        Faults.noAnswer(),
                        Faults.garbage(),
                        Faults.shortBody("hello", 100),
                        Faults.truncatedChunked("hello"),
                        ok("hello").chunked().close(Point.IN_BODY))
                .map(fault -> DynamicTest.dynamicTest(fault.toString(), () -> {
                    try (FaultServer own = FaultServer.start()) {
                        own.on("/").answer(fault);
                        assertThatThrownBy(() -> get(own)).isInstanceOf(IOException.class);
                    }
                }));
    }

    @Test
    void correct_answers_share_one_connection() throws Exception {
        server.on("/")
                .answer(
                        ok("one"),
                        ok("two").chunked(),
                        ok("three").gzip(),
                        status(204),
                        status(304),
                        status(503).retryAfter(Duration.ofSeconds(1)),
                        Answer.zeros(100_000),
                        ok("last").trickle(1, Duration.ZERO));
        for (int expected : new int[] {200, 200, 200, 204, 304, 503, 200, 200}) {
            assertThat(get(server).statusCode()).isEqualTo(expected);
        }
        assertThat(server.connectionCount()).isEqualTo(1);
        assertThat(get(server).body()).isEqualTo("last");
    }

    @Test
    void an_answer_that_ends_its_connection_costs_a_new_one() throws Exception {
        server.on("/").answer(ok("one").closing(), ok("two").closeDelimited(), ok("three"));
        assertThat(get(server).body()).isEqualTo("one");
        assertThat(get(server).body()).isEqualTo("two");
        assertThat(get(server).body()).isEqualTo("three");
        assertThat(server.connectionCount()).isEqualTo(3);
    }

    /** On JDK 17 and 25 it is an IllegalArgumentException: no I/O failure, so a retry for I/O failures would miss it. */
    @Test
    void a_length_that_is_no_number_is_a_failure_of_whatever_kind() {
        server.on("/").answer(ok("hello").contentLength("five"));
        assertThatThrownBy(() -> get(server)).isInstanceOfAny(IOException.class, IllegalArgumentException.class);
    }

    /** So the attempts that a caller counts are not the requests that the server got. */
    @Test
    void this_client_sends_a_get_twice_when_the_server_closes_without_an_answer() {
        server.on("/").answer(Faults.noAnswer());
        assertThatThrownBy(() -> get(server)).isInstanceOf(IOException.class);
        assertThat(server.requests("/")).extracting(Request::connection).containsExactly(1L, 2L);
    }

    @Test
    void a_stall_before_the_headers_is_a_time_out() {
        server.on("/").answer(Faults.stalled());
        HttpRequest request =
                HttpRequest.newBuilder(server.uri("/")).timeout(ofMillis(50)).build();
        assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void a_head_request_has_no_body() throws Exception {
        server.on("/").answer(ok("hello"));
        HttpRequest head = HttpRequest.newBuilder(server.uri("/"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> answer = client.send(head, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.headers().firstValue("Content-Length")).hasValue("5");
        assertThat(answer.body()).isEmpty();
        assertThat(get(server).body()).isEqualTo("hello");
    }

    @Test
    void a_host_that_is_down_is_no_connection() {
        server.host(0).down();
        assertThatThrownBy(() -> get(server)).isInstanceOf(ConnectException.class);
    }

    private HttpResponse<String> get(FaultServer from) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(from.uri("/"))
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
