package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HttpStatusExceptionTest {
    @Test
    void status_and_headers_are_kept_as_they_were_received() {
        Map<String, List<String>> received = new HashMap<>();
        received.put(null, List.of("HTTP/1.1 503 Service Unavailable"));
        received.put("Retry-After", new ArrayList<>(List.of("7")));
        HttpStatusException failure = new HttpStatusException(503, received);
        received.get("Retry-After").set(0, "8");
        received.clear();

        assertThat(failure.status()).isEqualTo(503);
        assertThat(failure.headers()).isEqualTo(Map.of("Retry-After", List.of("7")));
        assertThat(failure).hasMessage("HTTP status 503");
    }

    @Test
    void null_lists_and_null_values_are_dropped() {
        Map<String, List<String>> received = new HashMap<>();
        received.put("Date", null);
        received.put("Retry-After", Arrays.asList(null, "7", null));

        assertThat(new HttpStatusException(503, received).headers()).isEqualTo(Map.of("Retry-After", List.of("7")));
    }

    @Test
    void a_status_outside_its_range_is_refused() {
        for (int status : new int[] {99, 1000, 0, -1}) {
            assertThatThrownBy(() -> new HttpStatusException(status, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("status: " + status + " is not from 100 to 999");
        }
        assertThat(new HttpStatusException(100, Map.of()).status()).isEqualTo(100);
        assertThat(new HttpStatusException(999, Map.of()).status()).isEqualTo(999);
    }
}
