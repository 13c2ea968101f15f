package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many connections at once, so that the server is never what limits a test. */
@Timeout(120)
class LoadTest {
    private static final int CONNECTIONS = 400;
    private static final int REQUESTS = 25;

    @Test
    void hundreds_of_kept_connections_are_served_at_once() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
        try (FaultServer server =
                FaultServer.start(FaultServerOptions.defaults().recording(Recording.LINES))) {
            server.on("/").answer(ok("hello"));
            CountDownLatch connected = new CountDownLatch(CONNECTIONS);
            List<Future<Integer>> clients = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                clients.add(threads.submit(() -> answersOnOneConnection(server, connected)));
            }
            int answers = 0;
            for (Future<Integer> client : clients) {
                answers += client.get();
            }
            assertThat(answers).isEqualTo(CONNECTIONS * REQUESTS);
            assertThat(server.requests("/"))
                    .hasSize(CONNECTIONS * REQUESTS)
                    .extracting(Request::number)
                    .doesNotHaveDuplicates()
                    .isSorted();
            assertThat(server.requests("/")).extracting(Request::turn).doesNotHaveDuplicates();
            assertThat(server.connectionCount()).isEqualTo(CONNECTIONS);
        } finally {
            threads.shutdownNow();
        }
    }

    private static int answersOnOneConnection(FaultServer server, CountDownLatch connected)
            throws IOException, InterruptedException {
        try (RawClient client = new RawClient(server.uri("/"))) {
            int length = ok("hello").image().all().length;
            int answers = 0;
            connected.countDown();
            connected.await();
            for (int i = 0; i < REQUESTS; i++) {
                answers += client.get("/").read(length).endsWith("hello") ? 1 : 0;
            }
            return answers;
        }
    }
}
