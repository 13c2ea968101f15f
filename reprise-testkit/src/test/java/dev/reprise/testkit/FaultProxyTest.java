package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
    private FaultServer server;
    private FaultProxy proxy;

    @BeforeEach
    void start() {
        server = FaultServer.start();
        server.on("/page").answer(ok("hello"));
        server.on("/other").answer(ok("other"));
        proxy = FaultProxy.to("127.0.0.1", server.uri("/").getPort());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void what_passes_through_is_not_changed() throws IOException {
        try (Socket socket = connect()) {
            request(socket, "/page");

            assertThat(answer(socket)).endsWith("hello");
        }
    }

    @Test
    void a_lost_answer_was_a_request_that_the_server_has_seen() throws Exception {
        // snippet: proxy
        LossOfAnswer loss = proxy.loseAnswerTo("GET /page");
        try (Socket socket = connect()) {
            request(socket, "/page");

            assertThat(loss.await(Duration.ofSeconds(10))).isTrue();
            assertThat(server.requests("/page")).hasSize(1); // it was done
            assertThatThrownBy(() -> answer(socket)).isInstanceOf(IOException.class); // and the client cannot know
        }
        // end snippet
    }

    @Test
    void only_the_answer_to_the_named_request_is_lost_and_only_once() throws Exception {
        LossOfAnswer loss = proxy.loseAnswerTo("GET /page");
        try (Socket socket = connect()) {
            request(socket, "/other");
            assertThat(answer(socket)).endsWith("other");
        }
        try (Socket socket = connect()) {
            request(socket, "/page");
            assertThat(loss.await(Duration.ofSeconds(10))).isTrue();
        }
        try (Socket socket = connect()) {
            request(socket, "/page");
            assertThat(answer(socket)).endsWith("hello");
        }
    }

    @Test
    void cutting_resets_the_connections_that_stand_and_takes_new_ones() throws IOException {
        try (Socket before = connect()) {
            request(before, "/page");
            assertThat(answer(before)).endsWith("hello");
        }
        try (Socket held = connect()) {
            held.getOutputStream().write("GET /pa".getBytes(StandardCharsets.ISO_8859_1));
            proxy.refuse(false);
            while (proxy.connections() == 0) {
                Thread.onSpinWait();
            }
            proxy.cutAll();

            assertThatThrownBy(() -> answer(held)).isInstanceOf(IOException.class);
        }
        try (Socket after = connect()) {
            request(after, "/page");
            assertThat(answer(after)).endsWith("hello");
        }
    }

    @Test
    void a_refusing_proxy_answers_nobody_until_it_stops_refusing() throws IOException {
        proxy.refuse(true);
        try (Socket socket = connect()) {
            assertThatThrownBy(() -> {
                        request(socket, "/page");
                        answer(socket);
                    })
                    .isInstanceOf(IOException.class);
        }
        proxy.refuse(false);
        try (Socket socket = connect()) {
            request(socket, "/page");
            assertThat(answer(socket)).endsWith("hello");
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void request(Socket socket, String path) throws IOException {
        String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String answer(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        if (text.isEmpty()) {
            throw new IOException("closed without an answer");
        }
        return text;
    }
}
