package dev.reprise.fetch.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.internal.url.FetchUrl;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.FaultServer;
import dev.reprise.testkit.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client with one connection to a host: a second request waits for it. */
class PageClientTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final FaultServer server = FaultServer.start();
    private final PageClient client =
            PageClient.start(new ClientSettings(8, 1, PATIENCE, PATIENCE, 1_000, "test", List.of()));
    private final CompletableFuture<String> asked = new CompletableFuture<>();
    private final CompletableFuture<Answer> slow = new CompletableFuture<>();

    @BeforeEach
    void script() {
        server.fallback(Answer.ok("page"));
        server.on("/slow").answer(request -> {
            asked.complete(request.path());
            return slow.join();
        });
    }

    @AfterEach
    void stop() {
        slow.complete(Answer.ok("late"));
        client.close();
        server.close();
    }

    @Test
    void a_request_that_waited_for_a_connection_is_not_sent_if_its_host_was_held_meanwhile() throws Exception {
        AtomicBoolean held = new AtomicBoolean();
        CompletableFuture<Hop> first = send("/slow", () -> true).hop;
        heard(asked);
        CompletableFuture<Hop> waiting = send("/waiting", () -> !held.get()).hop;

        held.set(true);
        slow.complete(Answer.status(429));

        assertThat(heard(first)).isInstanceOf(Hop.Answer.class);
        assertThat(heard(waiting)).isInstanceOf(Hop.NotSent.class);
        assertThat(heard(send("/next", () -> true).hop)).isInstanceOf(Hop.Answer.class);
        assertThat(server.requests()).extracting(Request::path).containsExactly("/slow", "/next");
    }

    @Test
    void a_request_cut_off_while_it_waits_for_a_connection_takes_none_from_those_behind_it() throws Exception {
        CompletableFuture<Hop> first = send("/slow", () -> true).hop;
        heard(asked);
        Sending waiting = send("/waiting", () -> true);

        waiting.sent.timeOut();
        slow.complete(Answer.ok("late"));

        assertThat(heard(waiting.hop)).isInstanceOf(Hop.Broken.class);
        assertThat(heard(first)).isInstanceOf(Hop.Answer.class);
        assertThat(heard(send("/next", () -> true).hop)).isInstanceOf(Hop.Answer.class);
        assertThat(server.requests()).extracting(Request::path).containsExactly("/slow", "/next");
    }

    private record Sending(Transport.Sent sent, CompletableFuture<Hop> hop) {}

    private Sending send(String path, BooleanSupplier maySend) {
        CompletableFuture<Hop> hop = new CompletableFuture<>();
        FetchUrl url = (FetchUrl) FetchUrl.parse(server.uri(path).toString());
        PageRequest request = new PageRequest(url, null, true, null, status -> status == 200, maySend);
        return new Sending(client.send(request, hop::complete), hop);
    }

    private static <T> T heard(CompletableFuture<T> what) throws Exception {
        return what.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
