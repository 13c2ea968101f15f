package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FaultServerCloseTest {
    @Test
    void close_leaves_no_thread_whatever_the_connections_do() throws Exception {
        Set<Thread> before = serverThreads();
        FaultServer server = FaultServer.start(FaultServerOptions.defaults().hosts(3));
        server.on("/idle").answer(ok("hello"));
        server.on("/stall").answer(Faults.stalled());
        server.on("/body").answer(ok("hello").stall(Point.IN_BODY));
        server.on("/trickle").answer(Answer.zeros(1_000_000).trickle(1, ofSeconds(5)));
        server.on("/unread").answer(Answer.zeros(Long.MAX_VALUE));
        server.on("/wait").answer(request -> {
            try {
                Thread.currentThread().join();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
            return ok("interrupted");
        });
        List<RawClient> clients = new ArrayList<>();
        for (String path : List.of("/idle", "/stall", "/body", "/trickle", "/unread", "/wait")) {
            clients.add(new RawClient(server.host(clients.size() % 3).uri("/")).get(path));
        }
        clients.add(new RawClient(server.uri("/")).send("GET /half"));
        clients.add(new RawClient(server.uri("/")));
        server.awaitRequests(5, ofSeconds(20)); // all that were sent whole but /wait, whose rule has not answered
        server.close();
        Set<Thread> after = serverThreads();
        after.removeAll(before);
        assertThat(after).isEmpty();
        for (RawClient client : clients) {
            client.close();
        }
    }

    @Test
    void a_closed_server_refuses_connections() {
        FaultServer server = FaultServer.start();
        URI uri = server.uri("/");
        server.close();
        assertThatThrownBy(() -> RawClient.get(uri)).isInstanceOf(ConnectException.class);
    }

    @Test
    void close_twice_is_close_once() {
        FaultServer server = FaultServer.start();
        server.close();
        server.close();
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void a_closed_server_goes_neither_down_nor_up() {
        FaultServer server = FaultServer.start();
        server.close();
        assertThatThrownBy(() -> server.host(0).down()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> server.host(0).up())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    private static Set<Thread> serverThreads() {
        Set<Thread> threads = new java.util.HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().startsWith(ServerThreads.NAME));
        return threads;
    }
}
