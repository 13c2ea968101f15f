package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.AttemptState;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The real exceptions of gRPC: every code must be told as a status that a retry treats as gRPC means it. */
class GrpcFailuresTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final AttemptState FIRST = new AttemptState(1, 1, NOW, new Random(1));

    private static Metadata trailers(String name, String value) {
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value);
        return trailers;
    }

    private static @Nullable Duration hint(String name, String value) {
        return HttpFailures.hint(Status.UNAVAILABLE.asRuntimeException(trailers(name, value)), NOW);
    }

    @Test
    void every_code_is_told_as_a_status() {
        Map<Code, Integer> told = new EnumMap<>(Code.class);
        for (Code code : Code.values()) {
            told.put(code, HttpFailures.status(code.toStatus().asRuntimeException()));
        }

        assertThat(told)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry(Code.OK, 200),
                        Map.entry(Code.CANCELLED, 499),
                        Map.entry(Code.UNKNOWN, 500),
                        Map.entry(Code.INVALID_ARGUMENT, 400),
                        Map.entry(Code.DEADLINE_EXCEEDED, 504),
                        Map.entry(Code.NOT_FOUND, 404),
                        Map.entry(Code.ALREADY_EXISTS, 409),
                        Map.entry(Code.PERMISSION_DENIED, 403),
                        Map.entry(Code.RESOURCE_EXHAUSTED, 429),
                        Map.entry(Code.FAILED_PRECONDITION, 400),
                        Map.entry(Code.ABORTED, 503),
                        Map.entry(Code.OUT_OF_RANGE, 400),
                        Map.entry(Code.UNIMPLEMENTED, 404),
                        Map.entry(Code.INTERNAL, 500),
                        Map.entry(Code.UNAVAILABLE, 503),
                        Map.entry(Code.DATA_LOSS, 410),
                        Map.entry(Code.UNAUTHENTICATED, 401)));
    }

    @Test
    void the_taxonomy_retries_what_may_pass_and_nothing_else() throws Exception {
        Set<Code> passing =
                EnumSet.of(Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED, Code.ABORTED, Code.INTERNAL, Code.UNKNOWN);
        Set<Code> left = EnumSet.of(Code.OK, Code.RESOURCE_EXHAUSTED);
        for (Code code : Code.values()) {
            RetryOverride override =
                    RetryClassifiers.failureTaxonomy().classify(code.toStatus().asRuntimeException(), FIRST);
            RetryKind kind = passing.contains(code) ? RetryKind.TRANSIENT : RetryKind.NON_RETRYABLE;
            assertThat(override).as(code.name()).isEqualTo(left.contains(code) ? null : RetryOverride.kind(kind));
        }
    }

    @Test
    void an_exhausted_resource_is_a_rate_limit() throws Exception {
        assertThat(RetryClassifiers.rateLimitAware().classify(Status.RESOURCE_EXHAUSTED.asRuntimeException(), FIRST))
                .isEqualTo(RetryOverride.kind(RetryKind.INDEFINITE));
    }

    @Test
    void the_checked_exception_is_read_as_the_unchecked_one() {
        assertThat(HttpFailures.status(Status.UNAVAILABLE.asException())).isEqualTo(503);
        assertThat(HttpFailures.hint(Status.UNAVAILABLE.asException(trailers("retry-after", "7")), NOW))
                .isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void trailers_are_told_as_headers() {
        Throwable failure = Status.UNAVAILABLE.asRuntimeException(trailers("x-request-id", "r1"));

        assertThat(HttpFailures.header(failure, "X-Request-Id")).isEqualTo("r1");
        assertThat(HttpFailures.header(failure, "Server")).isNull();
        assertThat(HttpFailures.header(failure, "no header: \u00e4")).isNull();
    }

    @Test
    void a_pushback_is_a_hint_in_milliseconds() throws Exception {
        assertThat(hint("grpc-retry-pushback-ms", "1500")).isEqualTo(Duration.ofMillis(1_500));
        assertThat(hint("grpc-retry-pushback-ms", "2147483647")).isEqualTo(Duration.ofMillis(Integer.MAX_VALUE));
        assertThat(RetryClassifiers.serverHints()
                        .classify(
                                Status.RESOURCE_EXHAUSTED.asRuntimeException(trailers("grpc-retry-pushback-ms", "20")),
                                FIRST))
                .isEqualTo(RetryOverride.hint(Duration.ofMillis(20)).as(RetryKind.TRANSIENT));
    }

    @Test
    void any_other_pushback_is_no_hint() {
        for (String text : new String[] {"0", "-1", "", "soon", "1.5", "2147483648", "99999999999999999999"}) {
            assertThat(hint("grpc-retry-pushback-ms", text)).as(text).isNull();
        }
    }

    @Test
    void without_trailers_there_is_no_header_and_no_hint() {
        assertThat(HttpFailures.header(Status.UNAVAILABLE.asRuntimeException(), "Retry-After"))
                .isNull();
        assertThat(HttpFailures.hint(Status.UNAVAILABLE.asRuntimeException(), NOW))
                .isNull();
    }
}
