package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Faults.redirect;
import static dev.reprise.testkit.Faults.redirectChain;
import static dev.reprise.testkit.Faults.redirectLoop;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RedirectTest {
    private final FaultServer server =
            FaultServer.start(FaultServerOptions.defaults().hosts(2));
    private final HttpClient follows =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    private final HttpClient stays = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void a_redirect_is_relative_or_absolute_with_any_status() throws Exception {
        server.on("/old").answer(redirect("new"), redirect(server.host(1).uri("/new")), redirect(308, "/new"));
        server.on("/new").answer(ok("hello"));
        assertThat(get(stays, "/old").headers().firstValue("Location")).hasValue("new");
        assertThat(get(follows, "/old").uri()).isEqualTo(server.host(1).uri("/new"));
        assertThat(get(stays, "/old").statusCode()).isEqualTo(308);
        assertThat(get(follows, "/old").body()).isEqualTo("hello");
    }

    @Test
    void a_chain_has_its_number_of_hops() throws Exception {
        server.on("/chain").answer(redirectChain(3, ok("the end")));
        HttpResponse<String> answer = get(follows, "/chain");
        assertThat(answer.body()).isEqualTo("the end");
        assertThat(server.requests())
                .extracting(Request::target)
                .containsExactly("/chain", "/chain?hop=1", "/chain?hop=2", "/chain?hop=3");
        server.on("/none").answer(redirectChain(0, ok("at once")));
        assertThat(get(stays, "/none").body()).isEqualTo("at once");
    }

    @Test
    void a_loop_comes_back_to_its_beginning() throws Exception {
        server.on("/self").answer(redirectLoop(1));
        server.on("/ring").answer(redirectLoop(3));
        assertThat(location("/self")).isEqualTo("/self");
        assertThat(location("/ring")).isEqualTo("/ring?hop=1");
        assertThat(location("/ring?hop=1")).isEqualTo("/ring?hop=2");
        assertThat(location("/ring?hop=2")).isEqualTo("/ring");
    }

    @Test
    void nonsense_lengths_are_refused() {
        assertThatThrownBy(() -> redirectChain(-1, ok(""))).hasMessageContaining("hops: -1");
        assertThatThrownBy(() -> redirectLoop(0)).hasMessageContaining("urls: 0");
    }

    private String location(String target) throws Exception {
        return get(stays, target).headers().firstValue("Location").orElseThrow();
    }

    private HttpResponse<String> get(HttpClient client, String target) throws Exception {
        URI uri = server.uri(target);
        return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }
}
