package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.http.HttpStatusException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClientResponseException;

class HintClassifiersTest {
    private static final AttemptState FIRST =
            new AttemptState(1, 1, Instant.parse("2026-11-30T12:00:00Z"), new Random(1));
    private static final Duration SEVEN = Duration.ofSeconds(7);

    private static HttpStatusException status(int status, String retryAfter) {
        return new HttpStatusException(status, Map.of("Retry-After", List.of(retryAfter)));
    }

    private static @Nullable RetryOverride classify(RetryClassifier classifier, Throwable failure) throws Exception {
        return classifier.classify(failure, FIRST);
    }

    @Nested
    class Rate_limit_aware {
        private final RetryClassifier aware = RetryClassifiers.rateLimitAware();

        @Test
        void status_429_is_indefinite_with_the_hint() throws Exception {
            assertThat(classify(aware, status(429, "7")))
                    .isEqualTo(RetryOverride.hint(SEVEN).as(RetryKind.INDEFINITE));
        }

        @Test
        void a_hint_that_is_not_usable_leaves_the_kind_alone() throws Exception {
            for (String text : new String[] {"soon", "0", "-1", "Mon, 30 Nov 2026 11:00:00 GMT", " "}) {
                assertThat(classify(aware, status(429, text)))
                        .as("'%s'", text)
                        .isEqualTo(RetryOverride.kind(RetryKind.INDEFINITE));
            }
        }

        // Public report: carloluisito/omnidesk#146. A usable hint is bounded by the policy, never refused here.
        @Test
        void a_huge_hint_saturates() throws Exception {
            assertThat(classify(aware, status(429, "9999999999")))
                    .isEqualTo(
                            RetryOverride.hint(Duration.ofNanos(Long.MAX_VALUE)).as(RetryKind.INDEFINITE));
        }

        @Test
        void the_x_header_is_read_too() throws Exception {
            assertThat(classify(aware, new HttpStatusException(429, Map.of("x-retry-after", List.of("7")))))
                    .isEqualTo(RetryOverride.hint(SEVEN).as(RetryKind.INDEFINITE));
        }

        @Test
        void the_claim_is_the_users() throws Exception {
            RetryClassifier passing = RetryClassifiers.rateLimitAware(RetryKind.TRANSIENT);
            assertThat(classify(passing, status(429, "7")))
                    .isEqualTo(RetryOverride.hint(SEVEN).as(RetryKind.TRANSIENT));
            assertThat(classify(passing, status(429, "soon"))).isEqualTo(RetryOverride.kind(RetryKind.TRANSIENT));
        }

        @Test
        void without_a_claim_usable_hints_are_passed_on_alone() throws Exception {
            RetryClassifier claimless = RetryClassifiers.rateLimitAware(null);
            assertThat(classify(claimless, status(429, "7"))).isEqualTo(RetryOverride.hint(SEVEN));
            assertThat(classify(claimless, status(429, "soon"))).isNull();
        }

        @Test
        void a_non_retryable_claim_is_refused_when_built() {
            assertThatThrownBy(() -> RetryClassifiers.rateLimitAware(RetryKind.NON_RETRYABLE))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("claim: NON_RETRYABLE is not TRANSIENT, INDEFINITE or null (none)");
        }

        @Test
        void rate_limit_errors_are_known_by_their_exact_simple_name() throws Exception {
            RetryOverride indefinite = RetryOverride.kind(RetryKind.INDEFINITE);
            assertThat(classify(aware, new RateLimitError())).isEqualTo(indefinite);
            assertThat(classify(aware, new RateLimitException(new HttpHeaders())))
                    .isEqualTo(indefinite);
            assertThat(classify(aware, new MyRateLimitException())).isNull();
            assertThat(classify(aware, new RateLimitErrorX())).isNull();
        }

        @Test
        void a_rate_limit_error_may_carry_a_hint_under_another_status() throws Exception {
            HttpHeaders headers = new HttpHeaders();
            headers.add("Retry-After", "7");
            assertThat(classify(aware, new RateLimitException(headers)))
                    .isEqualTo(RetryOverride.hint(SEVEN).as(RetryKind.INDEFINITE));
        }

        @Test
        void other_statuses_are_not_recognised_whatever_they_carry() throws Exception {
            for (int other : new int[] {200, 302, 400, 403, 408, 425, 428, 430, 500, 503}) {
                assertThat(classify(aware, status(other, "7"))).as("%s", other).isNull();
            }
        }

        @Test
        void a_failure_hidden_by_wrappers_is_recognised() throws Exception {
            assertThat(classify(aware, new CompletionException(new ExecutionException(status(429, "7")))))
                    .isEqualTo(RetryOverride.hint(SEVEN).as(RetryKind.INDEFINITE));
            assertThat(classify(aware, new CompletionException(new RateLimitError())))
                    .isEqualTo(RetryOverride.kind(RetryKind.INDEFINITE));
        }
    }

    @Nested
    class Server_hints {
        private final RetryClassifier hints = RetryClassifiers.serverHints();

        @Test
        void statuses_429_and_503_are_transient_with_a_usable_hint() throws Exception {
            RetryOverride expected = RetryOverride.hint(SEVEN).as(RetryKind.TRANSIENT);
            assertThat(classify(hints, status(429, "7"))).isEqualTo(expected);
            assertThat(classify(hints, status(503, "Mon, 30 Nov 2026 12:00:07 GMT")))
                    .isEqualTo(expected);
            assertThat(classify(hints, new ExecutionException(status(503, "7"))))
                    .isEqualTo(expected);
        }

        @Test
        void a_hint_that_is_not_usable_is_no_override() throws Exception {
            for (String text : new String[] {"soon", "0", "-1", "Mon, 30 Nov 2026 11:00:00 GMT", ""}) {
                assertThat(classify(hints, status(429, text))).as("'%s'", text).isNull();
                assertThat(classify(hints, status(503, text))).as("'%s'", text).isNull();
            }
            assertThat(classify(hints, new HttpStatusException(503, Map.of()))).isNull();
        }

        // Public reports: square/okhttp#3665, #3483, #7530: hints count on 429 and 503 only, never on 408.
        @Test
        void no_other_status_carries_a_hint() throws Exception {
            for (int other = 100; other < 600; other++) {
                if (other != 429 && other != 503) {
                    assertThat(classify(hints, status(other, "7")))
                            .as("%s", other)
                            .isNull();
                }
            }
        }

        @Test
        void a_rate_limit_error_without_a_status_is_not_its_business() throws Exception {
            assertThat(classify(hints, new RateLimitError())).isNull();
        }
    }

    @Test
    void a_name_says_how_a_classifier_was_made() {
        assertThat(RetryClassifiers.compose(
                        RetryClassifiers.rateLimitAware(null),
                        RetryClassifiers.rateLimitAware(),
                        RetryClassifiers.serverHints(),
                        RetryClassifiers.failureTaxonomy()))
                .hasToString(
                        "compose[rateLimitAware(none), rateLimitAware(INDEFINITE), serverHints(), failureTaxonomy()]");
    }

    private static class RateLimitError extends Exception {}

    private static final class RateLimitException extends RestClientResponseException {
        private RateLimitException(HttpHeaders headers) {
            super("limited", 403, "limited", headers, null, null);
        }
    }

    private static final class MyRateLimitException extends Exception {}

    private static final class RateLimitErrorX extends RateLimitError {}
}
