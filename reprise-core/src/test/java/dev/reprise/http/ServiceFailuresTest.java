package dev.reprise.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.AttemptState;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import feign.FeignException;
import feign.Request;
import feign.RetryableException;
import feign.codec.ErrorDecoder;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.ext.RuntimeDelegate;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import okhttp3.Headers;
import okhttp3.Protocol;
import okhttp3.ResponseBody;
import org.glassfish.jersey.internal.RuntimeDelegateImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import retrofit2.HttpException;
import retrofit2.Response;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The real exceptions of the libraries that turn interfaces into calls, none of which the engine depends on. */
class ServiceFailuresTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

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
    class Retrofit {
        @Test
        void http_exceptions_tell_status_and_headers() {
            for (String name : List.of("Retry-After", "retry-after", "X-RETRY-AFTER")) {
                okhttp3.Response raw = new okhttp3.Response.Builder()
                        .request(new okhttp3.Request.Builder()
                                .url("http://localhost/")
                                .build())
                        .protocol(Protocol.HTTP_1_1)
                        .code(429)
                        .message("limited")
                        .headers(Headers.of(name, "7"))
                        .build();
                assertTells(new HttpException(Response.error(ResponseBody.create("", null), raw)), 429);
            }
        }

        @Test
        void http_exceptions_without_headers_tell_the_status_alone() {
            assertTellsStatusAlone(new HttpException(Response.error(503, ResponseBody.create("", null))), 503);
        }

        @Test
        void a_subclass_as_the_rx_java_adapters_have_it_is_read_as_its_superclass() {
            class AdapterException extends HttpException {
                AdapterException() {
                    super(Response.error(502, ResponseBody.create("", null)));
                }
            }
            assertTellsStatusAlone(new AdapterException(), 502);
        }
    }

    @Nested
    class Feign {
        private final Request request = Request.create(Request.HttpMethod.GET, "/", Map.of(), null, UTF_8, null);

        private feign.Response response(int status, Map<String, Collection<String>> headers) {
            return feign.Response.builder()
                    .status(status)
                    .request(request)
                    .headers(headers)
                    .build();
        }

        @Test
        void feign_exceptions_tell_status_and_headers() {
            for (String name : List.of("Retry-After", "retry-after", "X-RETRY-AFTER")) {
                assertTells(FeignException.errorStatus("get", response(429, Map.of(name, List.of("7")))), 429);
            }
        }

        @Test
        void header_names_match_in_any_case_though_the_map_of_an_older_version_is_plain() {
            class OlderException extends FeignException {
                OlderException() {
                    super(503, "down");
                }

                @Override
                public Map<String, Collection<String>> responseHeaders() {
                    return Map.of("rEtRy-aFtEr", List.of("", "7"));
                }
            }
            assertTells(new OlderException(), 503);
        }

        @Test
        void an_exception_without_headers_tells_the_status_alone() {
            assertTellsStatusAlone(FeignException.errorStatus("get", response(404, Map.of())), 404);
        }

        @Test
        void what_its_own_decoder_makes_of_retry_after_is_the_hint_though_it_drops_the_headers() {
            Exception decoded =
                    new ErrorDecoder.Default().decode("get", response(503, Map.of("Retry-After", List.of("60"))));

            assertThat(decoded).isInstanceOf(RetryableException.class);
            assertThat(HttpFailures.status(decoded)).isEqualTo(503);
            assertThat(HttpFailures.header(decoded, "Retry-After")).isNull();
            Long retryAt = ((RetryableException) decoded).retryAfter();
            assertThat(HttpFailures.hint(decoded, Instant.ofEpochMilli(retryAt).minusSeconds(60)))
                    .isEqualTo(Duration.ofSeconds(60));
        }

        @Test
        void an_instant_that_is_not_ahead_is_no_hint() {
            assertThat(HttpFailures.hint(retryable(NOW.toEpochMilli() + 7_000), NOW))
                    .isEqualTo(Duration.ofSeconds(7));
            assertThat(HttpFailures.hint(retryable(NOW.toEpochMilli()), NOW)).isNull();
            assertThat(HttpFailures.hint(retryable(Long.MIN_VALUE), NOW)).isNull();
            assertThat(HttpFailures.hint(retryable(null), NOW)).isNull();
        }

        @Test
        void an_instant_in_the_farthest_future_saturates_as_any_hint() {
            assertThat(HttpFailures.hint(retryable(Long.MAX_VALUE), NOW)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
        }

        @Test
        void a_failure_of_the_connection_tells_nothing() {
            Throwable failure = new RetryableException(
                    -1, "refused", Request.HttpMethod.GET, new IOException(), (Long) null, request);
            assertTellsStatusAlone(failure, 0);
        }

        private RetryableException retryable(@Nullable Long at) {
            return new RetryableException(503, "down", Request.HttpMethod.GET, at, request);
        }
    }

    @Nested
    class Jax_rs {
        @BeforeAll
        static void chooseImplementation() {
            RuntimeDelegate.setInstance(new RuntimeDelegateImpl());
        }

        @Test
        void exceptions_of_jakarta_tell_status_and_headers() {
            for (String name : List.of("Retry-After", "retry-after", "X-RETRY-AFTER")) {
                assertTells(
                        new WebApplicationException(jakarta.ws.rs.core.Response.status(429)
                                .header(name, "7")
                                .build()),
                        429);
            }
        }

        @Test
        void a_subclass_without_headers_tells_the_status_alone() {
            assertTellsStatusAlone(new NotFoundException(), 404);
        }

        @Test
        void exceptions_of_javax_tell_status_and_headers() {
            assertTells(
                    new javax.ws.rs.WebApplicationException(new JavaxResponse(503, Map.of("retry-after", "7"))), 503);
        }

        @Test
        void an_exception_without_a_response_tells_nothing() {
            assertTellsStatusAlone(new ProcessingException("refused"), 0);
        }
    }

    @Nested
    class Aws {
        private AwsServiceException failure(int status, String code, SdkHttpResponse response) {
            return AwsServiceException.builder()
                    .statusCode(status)
                    .awsErrorDetails(AwsErrorDetails.builder()
                            .errorCode(code)
                            .sdkHttpResponse(response)
                            .build())
                    .build();
        }

        private SdkHttpResponse response(String name) {
            return SdkHttpResponse.builder()
                    .statusCode(503)
                    .putHeader(name, "7")
                    .build();
        }

        @Test
        void service_exceptions_tell_status_and_headers() {
            for (String name : List.of("Retry-After", "retry-after", "X-RETRY-AFTER")) {
                assertTells(failure(503, "SlowDown", response(name)), 503);
            }
        }

        @Test
        void service_exceptions_without_details_or_headers_tell_the_status_alone() {
            assertTellsStatusAlone(AwsServiceException.builder().statusCode(502).build(), 502);
            assertTellsStatusAlone(SdkServiceException.builder().statusCode(500).build(), 500);
            assertTellsStatusAlone(failure(404, "NoSuchKey", response("Server")), 404);
        }

        /** DynamoDB, Kinesis, SNS and others answer 400 when they throttle. */
        @Test
        void throttling_that_comes_as_a_bad_request_is_a_rate_limit() {
            assertTells(failure(400, "ProvisionedThroughputExceededException", response("Retry-After")), 429);
            assertThat(HttpFailures.status(failure(400, "ValidationException", response("Retry-After"))))
                    .isEqualTo(400);
        }

        @Test
        void a_service_exception_that_cannot_tell_whether_it_throttles_keeps_its_status() {
            for (Throwable broken : List.of(new IllegalStateException("broken"), new java.io.IOException("broken"))) {
                class Broken extends AwsServiceException {
                    private static final long serialVersionUID = 1;

                    Broken() {
                        super(AwsServiceException.builder().statusCode(400));
                    }

                    @Override
                    public boolean isThrottlingException() {
                        throw dev.reprise.internal.Rethrow.<RuntimeException>asItCame(broken);
                    }
                }
                assertTellsStatusAlone(new Broken(), 400);
            }
        }

        @Test
        void throttling_is_never_taken_for_lasting() throws Exception {
            AttemptState first = new AttemptState(1, 1, NOW, new Random(1));
            Throwable throttled = failure(400, "ThrottlingException", response("Server"));

            assertThat(RetryClassifiers.failureTaxonomy().classify(throttled, first))
                    .isNull();
            assertThat(RetryClassifiers.rateLimitAware().classify(throttled, first))
                    .isEqualTo(RetryOverride.kind(RetryKind.INDEFINITE));
        }

        @Test
        void failures_of_the_client_tell_nothing() {
            assertTellsStatusAlone(SdkClientException.create("refused"), 0);
        }
    }
}
