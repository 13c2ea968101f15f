package dev.reprise.retry;

import static dev.reprise.retry.HttpScript.hangUp;
import static dev.reprise.retry.HttpScript.status;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryDecision.Fail;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is sent again and what is returned, against a real server, sync and async alike. */
class HttpRetryTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final HttpScript server = new HttpScript(status(200, "page"));
    private final ManualTime time = new ManualTime();
    private final List<FailReason> gaveUp = new ArrayList<>();
    private final Retrier retrier = Retrier.attempts(3)
            .on(IOException.class)
            .backoff("constant 1s")
            .time(time)
            .listen(new RetryListener() {
                @Override
                public void gaveUp(int attempts, Throwable failure, Fail decision) {
                    gaveUp.add(decision.reason());
                }
            });
    private final HttpRetry http = HttpRetry.of(CLIENT).retrier(retrier);

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> send(HttpMode mode, HttpRetry retry, HttpRequest request)
            throws IOException, InterruptedException {
        return mode.send(retry, time, request, BodyHandlers.ofString());
    }

    private HttpRequest of(String method) {
        return server.request().method(method, BodyPublishers.ofString("order")).build();
    }

    private void assertAttempts(HttpRetry retry, HttpRequest request, int status, int attempts) throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(status));
            assertThat(send(mode, retry, request).statusCode()).isEqualTo(status);
            assertThat(server.seen())
                    .as("%s %s answered with %s", mode, request.method(), status)
                    .hasSize(attempts);
        }
    }

    @Test
    void passing_statuses_are_retried_and_the_last_answer_is_returned() throws Exception {
        for (int status : new int[] {408, 425, 429, 500, 501, 502, 503, 504, 505, 507, 520, 599}) {
            assertAttempts(http, server.get(), status, 3);
        }
    }

    @Test
    void every_other_status_is_an_answer_and_nobody_is_told_of_a_failure() throws Exception {
        for (int status : new int[] {200, 201, 204, 300, 304, 400, 401, 403, 404, 409, 410, 412, 422, 451}) {
            assertAttempts(http, server.get(), status, 1);
        }
        assertThat(gaveUp).isEmpty();
    }

    @Test
    void an_answer_after_passing_ones_is_returned_with_its_body() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, "down"), status(502, "bad"), status(200, "page"));
            assertThat(send(mode, http, server.get()).body()).isEqualTo("page");
        }
        assertThat(time.nanoTime()).isEqualTo(Duration.ofSeconds(4).toNanos());
    }

    @Test
    void the_last_answer_is_returned_with_its_body() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, "one"), status(503, "two"), status(503, "three"));
            assertThat(send(mode, http, server.get()).body()).isEqualTo("three");
        }
        assertThat(gaveUp).containsExactly(FailReason.ATTEMPTS_EXHAUSTED, FailReason.ATTEMPTS_EXHAUSTED);
    }

    @Test
    void idempotent_methods_are_sent_again_and_others_are_not() throws Exception {
        for (String method : List.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE")) {
            assertAttempts(http, of(method), 503, 3);
        }
        for (String method : List.of("POST", "PATCH", "get", "LOCK")) {
            assertAttempts(http, of(method), 503, 1);
        }
        assertThat(gaveUp).contains(FailReason.NOT_REPEATABLE).doesNotContain(FailReason.NOT_RETRYABLE);
    }

    @Test
    void other_methods_are_sent_again_if_told_so() throws Exception {
        assertAttempts(http.methods("GET", "POST"), of("POST"), 503, 3);
        assertAttempts(http.methods("GET", "POST"), of("PUT"), 503, 1);
        assertAttempts(http.allMethods(), of("PATCH"), 503, 3);
        assertThat(server.seen()).extracting(HttpScript.Seen::body).containsOnly("order");
    }

    @Test
    void a_post_with_an_idempotency_key_is_sent_again() throws Exception {
        HttpRequest keyed = server.request()
                .POST(BodyPublishers.ofString("order"))
                .header("idempotency-key", "8e03978e")
                .build();

        assertAttempts(http, keyed, 503, 3);
    }

    @Test
    void statuses_can_be_chosen_also_those_that_are_never_retried_otherwise() throws Exception {
        HttpRetry chosen = HttpRetry.of(CLIENT)
                .retrier(Retrier.attempts(3).backoff("constant 1s").time(time))
                .statuses(404, 503);
        assertAttempts(chosen, server.get(), 404, 3);
        assertAttempts(chosen, server.get(), 503, 3);
        assertAttempts(chosen, server.get(), 500, 1);
        assertAttempts(http.statuses(), server.get(), 503, 1);
    }

    @Test
    void a_classifier_of_the_retrier_has_the_last_word_among_those_statuses() throws Exception {
        HttpRetry cautious = HttpRetry.of(CLIENT)
                .retrier(retrier.classifier(RetryClassifiers.failureTaxonomy()
                        .transientStatuses(Set.of(503))
                        .nonRetryableStatuses(Set.of(500))));
        assertAttempts(cautious, server.get(), 500, 1);
        assertAttempts(cautious, server.get(), 503, 3);
    }

    @Test
    void retry_after_is_obeyed_on_429_and_503() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            long before = time.nanoTime();
            server.script(status(429, "", "Retry-After", "7"), status(503, "", "retry-after", "11"), status(200));
            assertThat(send(mode, http, server.get()).statusCode()).isEqualTo(200);
            assertThat(Duration.ofNanos(time.nanoTime() - before)).isEqualTo(Duration.ofSeconds(18));
        }
    }

    @Test
    void retry_after_is_no_hint_on_other_statuses() throws Exception {
        // square/okhttp#3665: hints count on 429 and 503 only.
        for (HttpMode mode : HttpMode.values()) {
            long before = time.nanoTime();
            server.script(status(408, "", "Retry-After", "7"), status(200));
            send(mode, http, server.get());
            assertThat(Duration.ofNanos(time.nanoTime() - before)).isEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void a_date_in_retry_after_counts_from_the_answers_own_date() throws Exception {
        try (RawServer raw = new RawServer("""
                HTTP/1.1 503 Down
                Date: Sun, 06 Nov 1994 08:49:37 GMT
                Retry-After: Sun, 06 Nov 1994 08:49:57 GMT
                Content-Length: 0
                Connection: close

                """, "HTTP/1.1 204 Up\nConnection: close\n\n")) {
            long before = time.nanoTime();
            assertThat(http.send(raw.get(), BodyHandlers.ofString()).statusCode())
                    .isEqualTo(204);
            assertThat(Duration.ofNanos(time.nanoTime() - before)).isEqualTo(Duration.ofSeconds(20));
        }
    }

    @Test
    void a_wait_longer_than_the_patience_ends_the_call_with_the_answer_itself() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, "closed for an hour", "Retry-After", "3600"));
            HttpResponse<String> answer = send(mode, http, server.get());
            assertThat(answer.body()).isEqualTo("closed for an hour");
            assertThat(server.seen()).hasSize(1);
        }
        assertThat(time.nanoTime()).isZero();
        assertThat(gaveUp).containsExactly(FailReason.WAIT_TOO_LONG, FailReason.WAIT_TOO_LONG);
    }

    @Test
    void a_connection_that_is_lost_is_retried() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(hangUp(), hangUp(), status(200, "page"));
            assertThat(send(mode, http.allMethods(), of("POST")).body()).isEqualTo("page");
            assertThat(server.seen()).hasSize(3);
        }
    }

    @Test
    void a_failure_of_the_connection_is_thrown_itself_with_a_note() throws Exception {
        URI refused;
        try (ServerSocket port = new ServerSocket(0)) {
            refused = URI.create("http://localhost:" + port.getLocalPort() + "/");
        }
        for (HttpMode mode : HttpMode.values()) {
            ConnectException failure = catchThrowableOfType(
                    ConnectException.class,
                    () -> send(mode, http, HttpRequest.newBuilder(refused).build()));
            RetryNote note = requireNonNull(RetryNote.of(failure));
            assertThat(note.attempts()).isEqualTo(3);
            assertThat(note.reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
        }
    }

    @Test
    void the_failure_of_a_post_is_thrown_itself_and_says_that_it_must_not_be_made_again() {
        for (HttpMode mode : HttpMode.values()) {
            server.script(hangUp());
            assertThatThrownBy(() -> send(mode, http, of("POST")))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(BodyNotReplayableException.class)
                    .satisfies(failure -> assertThat(requireNonNull(RetryNote.of(failure)))
                            .hasMessageContaining("gave up after 1 attempt")
                            .hasMessageContaining("the call must not be made again"));
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    void an_interrupt_of_the_wait_throws_the_answer_as_a_failure_and_stays() {
        server.script(status(503, "down", "Retry-After", "7"));
        RetryListener interrupting = new RetryListener() {
            @Override
            public void attemptFailed(int attempt, Throwable failure) {
                if (attempt == 2) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        HttpRetry interrupted = http.retrier(retrier.listen(interrupting));

        HttpStatusException failure = catchThrowableOfType(
                HttpStatusException.class, () -> interrupted.send(server.get(), BodyHandlers.ofInputStream()));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.status()).isEqualTo(503);
        assertThat(failure.header("Retry-After")).isEqualTo("7");
        RetryNote note = requireNonNull(RetryNote.of(failure));
        assertThat(note.reason()).isEqualTo(FailReason.INTERRUPTED);
        assertThat(note.attempts()).isEqualTo(2);
    }

    @Test
    void what_the_client_refuses_is_not_retried() {
        List<Throwable> failures = new ArrayList<>();
        HttpRetry all = HttpRetry.of(CLIENT).allMethods().retrier(retrier.listen(new RetryListener() {
            @Override
            public void attemptFailed(int attempt, Throwable failure) {
                failures.add(failure);
            }
        }));

        assertThatThrownBy(() -> all.send(new BrokenRequest(), BodyHandlers.ofString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoSuppressedExceptions();
        assertThat(all.sendAsync(new BrokenRequest(), BodyHandlers.ofString())).isCompletedExceptionally();
        assertThat(failures).hasSize(2);
        assertThat(gaveUp).containsOnly(FailReason.NOT_RETRYABLE);
    }
}
