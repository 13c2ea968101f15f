package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryAfterHeadersTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private static @Nullable Duration find(Map<String, List<String>> headers) {
        return RetryAfter.find(headers, NOW);
    }

    @Test
    void the_header_is_found_in_any_case() {
        for (String name : List.of("Retry-After", "retry-after", "RETRY-AFTER", "x-retry-after", "X-Retry-After")) {
            assertThat(find(Map.of(name, List.of("7")))).as(name).isEqualTo(Duration.ofSeconds(7));
        }
    }

    @Test
    void the_standard_header_wins_over_the_x_one() {
        assertThat(find(Map.of("X-Retry-After", List.of("7"), "Retry-After", List.of("8"))))
                .isEqualTo(Duration.ofSeconds(8));
    }

    @Test
    void the_first_value_that_is_not_blank_decides_even_if_it_is_not_usable() {
        assertThat(find(Map.of("Retry-After", List.of("soon", "8"), "X-Retry-After", List.of("7"))))
                .isNull();
        assertThat(find(Map.of("Retry-After", List.of("0"), "X-Retry-After", List.of("7"))))
                .isNull();
        assertThat(find(Map.of("Retry-After", List.of(" ", "\t", "8"), "X-Retry-After", List.of("7"))))
                .isEqualTo(Duration.ofSeconds(8));
        assertThat(find(Map.of("Retry-After", List.of(""), "X-Retry-After", List.of("7"))))
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(find(Map.of("Retry-After", List.of(), "X-Retry-After", List.of("soon"))))
                .isNull();
    }

    @Test
    void no_header_is_no_hint() {
        assertThat(find(Map.of())).isNull();
        assertThat(find(Map.of("Retry-After-Not", List.of("7")))).isNull();
        assertThat(RetryAfter.find(name -> null, NOW)).isNull();
    }

    @Test
    void the_date_header_is_what_a_date_is_measured_from() {
        assertThat(find(Map.of(
                        "date", List.of("Mon, 30 Nov 2026 11:00:00 GMT"),
                        "retry-after", List.of("Mon, 30 Nov 2026 11:00:05 GMT"))))
                .isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void null_names_and_values_are_skipped() {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        headers.put(null, List.of("HTTP/1.1 429 Too Many Requests"));
        headers.put("Retry-After", null);
        headers.put("retry-after", new ArrayList<>(Arrays.asList(null, "7")));
        assertThat(find(headers)).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void a_look_up_is_asked_only_for_what_is_needed() {
        List<String> asked = new ArrayList<>();
        RetryAfter.find(
                name -> {
                    asked.add(name);
                    return "7";
                },
                NOW);
        assertThat(asked).containsExactly("Retry-After", "Date");
    }
}
