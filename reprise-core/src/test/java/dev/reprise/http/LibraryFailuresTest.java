package dev.reprise.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.UnknownHttpStatusCodeException;
import org.springframework.web.reactive.function.client.WebClientResponseException;
import org.springframework.web.server.ResponseStatusException;

/** The real exceptions of the libraries, none of which the engine depends on. */
class LibraryFailuresTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private static HttpHeaders retryAfter(String name) {
        HttpHeaders headers = new HttpHeaders();
        headers.add(name, "7");
        headers.add("Date", "Mon, 30 Nov 2026 12:00:00 GMT");
        return headers;
    }

    private static void assertTells(Throwable failure, int status) {
        assertThat(HttpFailures.status(failure)).isEqualTo(status);
        assertThat(HttpFailures.hint(failure, NOW)).isEqualTo(Duration.ofSeconds(7));
    }

    private static void assertTellsStatusAlone(Throwable failure, int status) {
        assertThat(HttpFailures.status(failure)).isEqualTo(status);
        assertThat(HttpFailures.header(failure, "Retry-After")).isNull();
        assertThat(HttpFailures.hint(failure, NOW)).isNull();
    }

    @Nested
    class Spring {
        @Test
        void the_rest_clients_exceptions_tell_status_and_headers() {
            HttpHeaders headers = retryAfter("retry-after");
            assertTells(
                    HttpClientErrorException.create(
                            HttpStatus.TOO_MANY_REQUESTS, "limited", headers, new byte[0], UTF_8),
                    429);
            assertTells(
                    HttpServerErrorException.create(
                            HttpStatus.SERVICE_UNAVAILABLE, "down", headers, new byte[0], UTF_8),
                    503);
            assertTells(new UnknownHttpStatusCodeException(520, "odd", headers, new byte[0], UTF_8), 520);
            assertTells(new RestClientResponseException("odd", 429, "odd", headers, null, null), 429);
        }

        @Test
        void a_rest_client_exception_without_headers_tells_its_status_alone() {
            assertTellsStatusAlone(new HttpClientErrorException(HttpStatus.TOO_MANY_REQUESTS), 429);
        }

        @Test
        void the_web_clients_exceptions_tell_status_and_headers() {
            HttpHeaders headers = retryAfter("X-RETRY-AFTER");
            assertTells(WebClientResponseException.create(429, "limited", headers, new byte[0], UTF_8), 429);
            assertTells(WebClientResponseException.create(503, "down", headers, new byte[0], UTF_8), 503);
        }

        @Test
        void error_responses_tell_status_and_headers() {
            ErrorResponseException failure = new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE);
            failure.getHeaders().addAll(retryAfter("Retry-After"));
            assertTells(failure, 503);
            assertTellsStatusAlone(new ResponseStatusException(HttpStatus.BAD_GATEWAY), 502);
        }

        @Test
        void a_subclass_of_the_user_is_read_as_its_superclass() {
            class PrivateException extends ResponseStatusException {
                PrivateException() {
                    super(HttpStatus.GATEWAY_TIMEOUT);
                }
            }
            assertTellsStatusAlone(new PrivateException(), 504);
        }

        @Test
        void a_getter_of_a_subclass_that_throws_means_no_status_and_no_header() {
            class BrokenException extends RestClientResponseException {
                BrokenException() {
                    super("broken", 429, "broken", null, null, null);
                }

                @Override
                public HttpStatusCode getStatusCode() {
                    throw new IllegalStateException("no response");
                }

                @Override
                public HttpHeaders getResponseHeaders() {
                    throw new IllegalStateException("no response");
                }
            }
            assertThat(HttpFailures.status(new BrokenException())).isZero();
            assertThat(HttpFailures.header(new BrokenException(), "Retry-After"))
                    .isNull();
        }

        @Test
        void a_getter_that_returns_null_means_no_status() {
            class EmptyException extends RestClientResponseException {
                EmptyException() {
                    super("empty", 429, "empty", null, null, null);
                }

                @Override
                @SuppressWarnings("NullAway") // The point: a library's promise may be broken.
                public HttpStatusCode getStatusCode() {
                    return null;
                }
            }
            assertThat(HttpFailures.status(new EmptyException())).isZero();
        }

        @Test
        void an_exception_without_a_response_tells_nothing() {
            assertTellsStatusAlone(new ResourceAccessException("refused"), 0);
        }
    }

    @Nested
    class Apache {
        @Test
        void response_exceptions_of_http_client_5_tell_the_status() {
            assertTellsStatusAlone(new org.apache.hc.client5.http.HttpResponseException(429, "limited"), 429);
        }

        @Test
        void response_exceptions_of_http_client_4_tell_the_status() {
            assertTellsStatusAlone(new org.apache.http.client.HttpResponseException(503, "down"), 503);
        }

        @Test
        void other_protocol_exceptions_tell_nothing() {
            assertTellsStatusAlone(new org.apache.hc.client5.http.ClientProtocolException("odd"), 0);
        }
    }
}
