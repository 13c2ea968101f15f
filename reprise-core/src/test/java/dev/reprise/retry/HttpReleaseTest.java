package dev.reprise.retry;

import static dev.reprise.retry.HttpScript.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.reprise.internal.Rethrow;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bodies of answers that nobody reads. */
class HttpReleaseTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String LONG = "x".repeat(300_000);

    private final HttpScript server = new HttpScript(status(503, LONG), status(503, LONG), status(200, "page"));
    private final ManualTime time = new ManualTime();
    private final Retrier retrier = Retrier.attempts(3).backoff("constant 1s").time(time);
    private final HttpRetry http = HttpRetry.of(CLIENT).retrier(retrier);

    @AfterEach
    void stop() {
        server.close();
    }

    /** Hands streams out, and counts those that are still open. */
    private static final class Streams implements BodyHandler<InputStream> {
        final List<InputStream> open = new CopyOnWriteArrayList<>();
        int handedOut;

        @Override
        public HttpResponse.BodySubscriber<InputStream> apply(HttpResponse.ResponseInfo info) {
            return BodySubscribers.mapping(BodySubscribers.ofInputStream(), in -> {
                InputStream stream = new FilterInputStream(in) {
                    @Override
                    public void close() throws IOException {
                        open.remove(this);
                        super.close();
                    }
                };
                open.add(stream);
                handedOut++;
                return stream;
            });
        }
    }

    @Test
    void the_stream_of_an_answer_that_is_retried_is_closed_and_the_last_is_left_open() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, LONG), status(500, "x"), status(503, "last"));
            Streams streams = new Streams();
            HttpResponse<InputStream> last = mode.send(http, time, server.get(), streams);
            assertThat(streams.handedOut).isEqualTo(3);
            assertThat(streams.open).containsExactly(last.body());
            assertThat(last.body()).hasContent("last");
        }
    }

    @Test
    void it_is_closed_before_the_wait() throws Exception {
        Streams streams = new Streams();
        List<Integer> openInWait = new ArrayList<>();
        RetryTime watching = new RetryTime() {
            @Override
            public void sleep(Duration delay) {
                openInWait.add(streams.open.size());
            }

            @Override
            public Future<?> schedule(Runnable task, Duration delay) {
                throw new AssertionError("nothing is scheduled");
            }

            @Override
            public long nanoTime() {
                return time.nanoTime();
            }

            @Override
            public Instant instant() {
                return time.instant();
            }
        };
        HttpRetry watched = http.retrier(retrier.time(watching));
        assertThat(watched.send(server.get(), streams).body()).hasContent("page");
        assertThat(openInWait).containsExactly(0, 0);
    }

    @Test
    void lines_are_closed() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, LONG), status(503, LONG), status(200, "a\nb"));
            List<Stream<String>> closed = new CopyOnWriteArrayList<>();
            BodyHandler<Stream<String>> lines =
                    info -> BodySubscribers.mapping(BodySubscribers.ofLines(UTF_8), body -> {
                        List<Stream<String>> self = new ArrayList<>();
                        Stream<String> watched = body.onClose(() -> closed.addAll(self));
                        self.add(watched);
                        return watched;
                    });
            HttpResponse<Stream<String>> last = mode.send(http, time, server.get(), lines);
            assertThat(closed).hasSize(2).doesNotContain(last.body());
            assertThat(last.body()).containsExactly("a", "b");
        }
    }

    @Test
    void publishers_are_cancelled() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, LONG), status(200, "page"));
            List<Flow.Publisher<List<ByteBuffer>>> bodies = new CopyOnWriteArrayList<>();
            mode.send(
                    http,
                    time,
                    server.get(),
                    info -> BodySubscribers.mapping(BodySubscribers.ofPublisher(), body -> {
                        bodies.add(body);
                        return body;
                    }));
            // Such a publisher takes one subscriber in its life.
            assertThat(failureOfSubscribing(bodies.get(0))).isInstanceOf(IllegalStateException.class);
            assertThat(failureOfSubscribing(bodies.get(1))).isNull();
        }
    }

    @Test
    void a_body_that_cannot_be_closed_changes_nothing() throws Exception {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, "down"), status(200, "page"));
            BodyHandler<AutoCloseable> stubborn =
                    info -> BodySubscribers.mapping(BodySubscribers.ofString(UTF_8), text -> () -> {
                        throw new IllegalStateException("stays open");
                    });
            assertThat(mode.send(http, time, server.get(), stubborn).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void the_answer_to_a_request_whose_body_is_refused_is_closed() {
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, LONG));
            Streams streams = new Streams();
            assertThatThrownBy(() -> mode.send(
                            http,
                            time,
                            server.request()
                                    .PUT(BodyPublishers.ofInputStream(InputStream::nullInputStream))
                                    .build(),
                            streams))
                    .isInstanceOf(BodyNotReplayableException.class);
            assertThat(streams.handedOut).isEqualTo(1);
            assertThat(streams.open).isEmpty();
        }
    }

    @Test
    void an_answer_that_nobody_waits_for_any_more_is_closed() {
        Streams streams = new Streams();
        HttpAnswers.release(null);
        HttpAnswers.release("no answer");
        Ending ending = new HttpEnding(server.get(), true);
        HttpResponse<InputStream> late = CLIENT.sendAsync(server.get(), streams).join();
        ending.unheard(late);
        assertThat(streams.open).isEmpty();
    }

    @Test
    void a_rejected_answer_is_closed_although_its_decision_throws() {
        for (Throwable broken : new Throwable[] {new CancellationException("stop"), new AssertionError("broken")}) {
            HttpRetry deciding = http.retrier(retrier.classifier((failure, state) -> {
                throw Rethrow.<RuntimeException>asItCame(broken);
            }));
            for (HttpMode mode : HttpMode.values()) {
                server.script(status(503, LONG));
                Streams streams = new Streams();
                Throwable thrown = catchThrowable(() -> mode.send(deciding, time, server.get(), streams));
                assertThat(thrown == broken || thrown.getCause() == broken)
                        .as("%s", thrown)
                        .isTrue();
                assertThat(streams.handedOut).isEqualTo(1);
                assertThat(streams.open).isEmpty();
            }
        }
    }

    @Test
    void an_answer_to_an_attempt_that_timed_out_before_it_had_a_stage_is_closed() throws Exception {
        server.script(status(200, LONG), status(200, LONG));
        Streams streams = new Streams();
        AtomicInteger attempts = new AtomicInteger();
        HttpClient slow = new SlowClient(CLIENT, exchange -> {
            exchange.join();
            if (attempts.incrementAndGet() == 1) {
                time.advance(Duration.ofSeconds(5));
            }
        });
        HttpRetry timed = HttpRetry.of(slow).retrier(retrier.attemptTimeout(Duration.ofSeconds(5)));
        HttpResponse<InputStream> answer = HttpMode.await(timed.sendAsync(server.get(), streams), time);
        assertThat(attempts).hasValue(2);
        assertThat(streams.handedOut).isEqualTo(2);
        assertThat(streams.open).containsExactly(answer.body());
        answer.body().close();
    }

    @Test
    void connections_of_answers_that_were_read_are_used_again() throws Exception {
        HttpRetry stubborn = http.retrier(retrierOf(50));
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, LONG));
            mode.send(stubborn, time, server.get(), BodyHandlers.ofString());
            assertThat(server.seen()).hasSize(50);
            assertThat(server.seen().stream().map(HttpScript.Seen::port).distinct())
                    .hasSizeLessThan(5);
        }
    }

    @Test
    void hundreds_of_retries_of_unread_streams_leave_no_file_descriptor_open() throws Exception {
        assumeThat(ManagementFactory.getOperatingSystemMXBean()).isInstanceOf(UnixOperatingSystemMXBean.class);
        HttpRetry stubborn = http.retrier(retrierOf(150));
        long before = openFiles();
        for (HttpMode mode : HttpMode.values()) {
            server.script(status(503, LONG));
            mode.send(stubborn, time, server.get(), BodyHandlers.ofInputStream())
                    .body()
                    .close();
            assertThat(server.seen()).hasSize(150);
        }
        // Without the release each of the 298 would hold a socket here, and most of them one more in the server.
        assertThat(openFiles() - before).isLessThan(100);
    }

    private Retrier retrierOf(int attempts) {
        return Retrier.attempts(attempts).backoff("constant 1ms").time(time);
    }

    private static long openFiles() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    private static @Nullable Throwable failureOfSubscribing(Flow.Publisher<List<ByteBuffer>> body) {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        body.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                subscription.cancel();
            }

            @Override
            public void onNext(List<ByteBuffer> item) {}

            @Override
            public void onError(Throwable refused) {
                failure.set(refused);
            }

            @Override
            public void onComplete() {}
        });
        return failure.get();
    }
}
