package dev.reprise.retry;

import static dev.reprise.retry.HttpScript.hangUp;
import static dev.reprise.retry.HttpScript.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.HttpFailures;
import dev.reprise.http.HttpStatusException;
import dev.reprise.internal.Rethrow;
import dev.reprise.policy.FailReason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which bodies of requests are sent again, and how the others are refused. */
class HttpBodiesTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final HttpScript server = new HttpScript(status(503), status(200));
    private final ManualTime time = new ManualTime();
    private final HttpRetry http = HttpRetry.of(CLIENT)
            .retrier(Retrier.attempts(3).backoff("constant 1s").time(time));

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpRequest put(BodyPublisher body) {
        return server.request().PUT(body).build();
    }

    private static InputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }

    private void assertSentTwice(String name, BodyPublisher body, String text) throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503), status(200));
            assertThat(mode.send(http, time, put(body), BodyHandlers.ofString()).statusCode())
                    .as(name)
                    .isEqualTo(200);
            assertThat(server.seen()).as(name).extracting(HttpScript.Seen::body).containsExactly(text, text);
        }
    }

    private void assertRefused(String name, HttpMode mode, BodyPublisher body) {
        server.script(status(503, "down", "Retry-After", "7"));
        BodyNotReplayableException refused = catchThrowableOfType(
                BodyNotReplayableException.class, () -> mode.send(http, time, put(body), BodyHandlers.ofString()));

        assertThat(refused).as(name).hasMessageStartingWith("the body of this PUT cannot be sent again");
        assertThat(refused).hasMessageContaining("HttpRetry.replayable(publisher)");
        HttpStatusException answer = (HttpStatusException) requireNonNull(refused.getCause());
        assertThat(HttpFailures.status(answer)).isEqualTo(503);
        assertThat(HttpFailures.header(answer, "Retry-After")).isEqualTo("7");
        RetryNote note = requireNonNull(RetryNote.of(answer));
        assertThat(note.attempts()).isEqualTo(1);
        assertThat(note.reason()).isEqualTo(FailReason.NOT_REPEATABLE);
        assertThat(server.seen()).hasSize(1);
        assertThat(time.nanoTime()).as("no wait").isZero();
    }

    @Test
    void the_jdks_publishers_of_what_stays_are_sent_again(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("order.txt"), "order");
        assertSentTwice("noBody", BodyPublishers.noBody(), "");
        assertSentTwice("ofString", BodyPublishers.ofString("order"), "order");
        assertSentTwice("ofByteArray", BodyPublishers.ofByteArray("order".getBytes(UTF_8)), "order");
        assertSentTwice("a part", BodyPublishers.ofByteArray("order".getBytes(UTF_8), 1, 3), "rde");
        assertSentTwice("ofFile", BodyPublishers.ofFile(file), "order");
        List<byte[]> parts = List.of("or".getBytes(UTF_8), "der".getBytes(UTF_8));
        assertSentTwice("ofByteArrays", BodyPublishers.ofByteArrays(parts), "order");
        assertSentTwice("empty", BodyPublishers.ofString(""), "");
    }

    @Test
    void bodies_that_may_be_used_up_are_refused_before_the_first_retry() {
        InputStream once = stream("order");
        Map<String, BodyPublisher> unknown = new LinkedHashMap<>();
        unknown.put("one stream", BodyPublishers.ofInputStream(() -> once));
        unknown.put("new streams", BodyPublishers.ofInputStream(() -> stream("order")));
        unknown.put("publisher", BodyPublishers.fromPublisher(BodyPublishers.ofString("order")));
        unknown.put("sized", BodyPublishers.fromPublisher(BodyPublishers.ofString("order"), 5));
        unknown.put("concat", BodyPublishers.concat(BodyPublishers.ofString("or"), BodyPublishers.ofString("der")));
        unknown.forEach((name, body) -> {
            for (HttpMode mode : HttpMode.values()) {
                assertRefused(name, mode, body);
            }
        });
    }

    @Test
    void bodies_declared_to_be_replayable_are_sent_again() throws Exception {
        assertSentTwice(
                "new streams", HttpRetry.replayable(BodyPublishers.ofInputStream(() -> stream("order"))), "order");
        assertSentTwice(
                "concat",
                HttpRetry.replayable(
                        BodyPublishers.concat(BodyPublishers.ofString("or"), BodyPublishers.ofString("der"))),
                "order");
        BodyPublisher sized = HttpRetry.replayable(BodyPublishers.ofString("order"));
        assertThat(sized.contentLength()).isEqualTo(5);
    }

    @Test
    void a_body_that_may_be_used_up_does_no_harm_where_nothing_is_sent_again() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            for (int status : new int[] {200, 404}) {
                server.script(status(status, "answer"));
                HttpRequest put = put(BodyPublishers.ofInputStream(() -> stream("order")));
                assertThat(mode.send(http, time, put, BodyHandlers.ofString()).body())
                        .isEqualTo("answer");
            }
            server.script(status(503, "answer"));
            HttpRequest post = server.request()
                    .POST(BodyPublishers.ofInputStream(() -> stream("order")))
                    .build();
            assertThat(mode.send(http, time, post, BodyHandlers.ofString()).body())
                    .isEqualTo("answer");
            server.script(status(503, "in an hour", "Retry-After", "3600"));
            HttpRequest put = put(BodyPublishers.ofInputStream(() -> stream("order")));
            assertThat(mode.send(http, time, put, BodyHandlers.ofString()).body())
                    .isEqualTo("in an hour");
        }
    }

    @Test
    void a_lost_connection_is_the_cause_of_a_refused_body() {
        for (HttpMode mode : HttpMode.values()) {
            server.script(hangUp());
            HttpRequest put = put(BodyPublishers.ofInputStream(() -> stream("order")));
            BodyNotReplayableException refused = catchThrowableOfType(
                    BodyNotReplayableException.class, () -> mode.send(http, time, put, BodyHandlers.ofString()));

            Throwable cause = requireNonNull(refused.getCause());
            assertThat(cause).isInstanceOf(IOException.class).isNotInstanceOf(HttpStatusException.class);
            assertThat(requireNonNull(RetryNote.of(cause)).reason()).isEqualTo(FailReason.NOT_REPEATABLE);
            assertThat(server.seen()).hasSize(1);
        }
    }

    @Test
    void a_refusal_names_the_publisher_also_where_its_class_has_no_name_of_its_own() {
        BodyPublisher anonymous = new BodyPublisher() {
            @Override
            public long contentLength() {
                return 5;
            }

            @Override
            public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
                BodyPublishers.ofString("order").subscribe(subscriber);
            }
        };
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503));
            assertThatThrownBy(() -> mode.send(http, time, put(anonymous), BodyHandlers.ofString()))
                    .isInstanceOf(BodyNotReplayableException.class)
                    .hasMessageContaining("its publisher, " + HttpBodiesTest.class.getName() + "$1, may not");
        }
    }

    @Test
    void a_publisher_that_cannot_tell_its_length_completes_the_future_with_what_it_threw() {
        for (Throwable broken : new Throwable[] {new IllegalStateException("broken"), new AssertionError("broken")}) {
            BodyPublisher unknown = new BodyPublisher() {
                @Override
                public long contentLength() {
                    throw Rethrow.<RuntimeException>asItCame(broken);
                }

                @Override
                public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
                    BodyPublishers.ofString("order").subscribe(subscriber);
                }
            };
            HttpRetry onIo = HttpRetry.of(CLIENT);
            CompletableFuture<?> future = onIo.sendAsync(put(unknown), BodyHandlers.ofString());
            Throwable failure = AsyncCompletionTest.failureOf(future);
            assertThat(failure == broken || failure.getCause() == broken)
                    .as("%s", failure)
                    .isTrue();
        }
    }
}
