package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptTest {
    private final FaultServer server = FaultServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void answers_come_in_order_and_the_last_repeats() throws IOException {
        server.on("/").answer(status(503), status(429)).times(2, status(500)).answer(ok("hello"));
        assertThat(statuses("/", 7)).containsExactly(503, 429, 500, 500, 200, 200, 200);
        assertThat(server.requests("/")).extracting(Request::turn).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void each_path_has_its_own_turn() throws IOException {
        server.on("/a").answer(status(503), ok("a"));
        server.on("/b").answer(status(500), ok("b"));
        assertThat(statuses("/a", 1)).containsExactly(503);
        assertThat(statuses("/b", 2)).containsExactly(500, 200);
        assertThat(statuses("/a", 1)).containsExactly(200);
    }

    @Test
    void a_new_script_replaces_the_old_one_and_begins_anew() throws IOException {
        server.on("/").answer(status(503), status(500));
        assertThat(statuses("/", 1)).containsExactly(503);
        server.on("/").answer(status(429), ok("hello"));
        assertThat(statuses("/", 2)).containsExactly(429, 200);
    }

    @Test
    void an_empty_script_is_none() throws IOException {
        server.on("/");
        assertThat(statuses("/", 1)).containsExactly(404);
        assertThat(server.requests("/").get(0).turn()).isZero();
    }

    @Test
    void a_path_stands_for_all_its_queries_but_those_scripted_themselves() throws IOException {
        server.on("/page").answer(ok("any"));
        server.on("/page?id=7").answer(status(410));
        assertThat(statuses("/page", 1)).containsExactly(200);
        assertThat(statuses("/page?id=8", 1)).containsExactly(200);
        assertThat(statuses("/page?id=7", 1)).containsExactly(410);
        assertThat(server.requests("/page")).hasSize(3);
        assertThat(server.requests("/page?id=7")).hasSize(1);
    }

    @Test
    void a_rule_sees_the_request() throws IOException {
        server.on("/")
                .answer(request -> ok(request.method() + " " + request.target() + " "
                        + request.header("x-a").orElse("-")));
        try (RawClient client = new RawClient(server.uri("/"))) {
            client.send("PUT /?q=%20 HTTP/1.1\r\nX-A: b \r\n\r\n");
            assertThat(client.readUntil("b")).endsWith("PUT /?q=%20 b");
        }
    }

    @Test
    void a_rule_that_throws_answers_500_with_the_reason() throws IOException {
        server.on("/bug").answer(request -> {
            throw new IllegalStateException("no idea");
        });
        server.on("/assertion").answer(request -> {
            throw new AssertionError("no token");
        });
        try (RawClient client = new RawClient(server.uri("/"))) {
            assertThat(client.get("/bug").readUntil("no idea\n")).startsWith("HTTP/1.1 500 ");
            assertThat(client.get("/assertion").readUntil("no token\n")).startsWith("HTTP/1.1 500 ");
        }
        assertThat(server.requests()).extracting(SeenRequest::status).containsExactly(500, 500);
    }

    private List<Integer> statuses(String target, int requests) throws IOException {
        try (RawClient client = new RawClient(server.uri("/"))) {
            List<Integer> statuses = new java.util.ArrayList<>();
            for (int i = 0; i < requests; i++) {
                String head = client.get(target).readUntil("\r\n\r\n");
                statuses.add(Integer.valueOf(head.substring(9, 12)));
                String length = head.replaceAll("(?s).*Content-Length: (\\d+).*", "$1");
                client.read(Integer.parseInt(length));
            }
            return statuses;
        }
    }
}
