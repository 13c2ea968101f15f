package dev.reprise.retry;

import static dev.reprise.retry.HttpScript.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.HttpFailures;
import dev.reprise.policy.FailReason;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

/** Rejected results that are responses of known clients: the classifier sees their status and headers. */
class RejectedResponseTest {
    private final ManualTime time = new ManualTime();
    private final Retrier retrier = Retrier.attempts(2).backoff("constant 1s").time(time);

    private static Response okHttp(int status, String retryAfter) {
        return new Response.Builder()
                .request(new Request.Builder().url("http://localhost/").build())
                .protocol(Protocol.HTTP_1_1)
                .code(status)
                .message("")
                .header("Retry-After", retryAfter)
                .build();
    }

    @Test
    void the_hint_of_a_rejected_response_is_obeyed() throws Exception {
        RejectedResult rejected = catchThrowableOfType(
                RejectedResult.class,
                () -> retrier.rejectIf((Response response) -> response.code() == 503)
                        .call(() -> okHttp(503, "7")));

        assertThat(HttpFailures.status(rejected)).isEqualTo(503);
        assertThat(HttpFailures.header(rejected, "retry-after")).isEqualTo("7");
        assertThat(rejected).hasMessage("the result was rejected: HTTP status 503");
        assertThat(Duration.ofNanos(time.nanoTime())).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void the_hint_of_a_rejected_response_of_the_jdks_client_is_obeyed() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        try (HttpScript server = new HttpScript(status(429, "", "Retry-After", "7"))) {
            HttpResponse<String> last = retrier.rejectIf((HttpResponse<String> answer) -> answer.statusCode() == 429)
                    .returnLast()
                    .call(() -> client.send(server.get(), BodyHandlers.ofString()));
            assertThat(last.statusCode()).isEqualTo(429);
            assertThat(server.seen()).hasSize(2);
        }
        assertThat(Duration.ofNanos(time.nanoTime())).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void a_rejected_response_that_will_not_get_better_is_not_retried() throws Exception {
        RetryResult<Response> result = retrier.rejectIf((Response response) -> !response.isSuccessful())
                .tryCall(() -> okHttp(404, ""));
        assertThat(result.attempts()).isEqualTo(1);
        assertThat(result.reason()).isEqualTo(FailReason.NON_RETRYABLE);
    }

    @Test
    void a_rejected_result_that_is_no_response_tells_no_status_and_is_retried() throws Exception {
        RetryResult<String> result =
                retrier.rejectIf((String text) -> text.isEmpty()).tryCall(() -> "");
        assertThat(result.attempts()).isEqualTo(2);
        assertThat(HttpFailures.status(java.util.Objects.requireNonNull(result.failure())))
                .isZero();
        assertThat(result.failure()).hasMessage("the result was rejected: java.lang.String");
    }
}
