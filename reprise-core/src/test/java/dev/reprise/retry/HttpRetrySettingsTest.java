package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class HttpRetrySettingsTest {
    private final HttpRetry http = HttpRetry.of(HttpClient.newHttpClient());

    @Test
    @SuppressWarnings("NullAway") // The point.
    void null_is_refused_by_name() {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://localhost/")).build();
        Map<String, ThrowingCallable> nulls = new LinkedHashMap<>();
        nulls.put("client", () -> HttpRetry.of(null));
        nulls.put("retrier", () -> http.retrier(null));
        nulls.put("methods", () -> http.methods((String[]) null));
        nulls.put("statuses", () -> http.statuses((int[]) null));
        nulls.put("body", () -> HttpRetry.replayable(null));
        nulls.put("request", () -> http.send(null, BodyHandlers.ofString()));
        nulls.put("handler", () -> http.send(request, null));
        nulls.forEach((name, call) -> assertThatThrownBy(call)
                .isInstanceOf(NullPointerException.class)
                .hasMessage(name));
        assertThatThrownBy(() -> http.sendAsync(null, BodyHandlers.ofString())).hasMessage("request");
        assertThatThrownBy(() -> http.sendAsync(request, null)).hasMessage("handler");
    }

    @Test
    void methods_are_named_in_upper_case() {
        assertThatThrownBy(() -> http.methods("GET", "post"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("methods: 'post' is not in upper case, such as GET");
        assertThatThrownBy(() -> http.methods(" ")).hasMessage("methods: ' ' is not in upper case, such as GET");
        assertThatThrownBy(http::methods).hasMessage("methods: none is given; name one or more, such as GET");
    }

    @Test
    void statuses_have_three_digits() {
        for (int status : new int[] {99, 1000, -1}) {
            assertThatThrownBy(() -> http.statuses(503, status))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("statuses: " + status + " is not a status from 100 to 999");
        }
        assertThat(http.statuses(100, 999))
                .hasToString(HttpRetry.of(HttpClient.newHttpClient()) + " statuses=[100, 999]");
    }

    @Test
    void a_setting_gives_a_changed_copy_that_keeps_the_others() {
        HttpRetry changed = http.methods("PUT", "GET").statuses(503).retrier(Retrier.attempts(7));
        assertThat(changed).hasToString(Retrier.attempts(7) + " methods=[GET, PUT] statuses=[503]");
        assertThat(changed.allMethods()).hasToString(Retrier.attempts(7) + " all methods statuses=[503]");
        assertThat(http).hasToString(Retrier.defaults().on(IOException.class).toString());
    }
}
