package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.AttemptTimeoutException;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exchanges in flight, and waits, that somebody or some time ends. */
class HttpStopTest {
    private static final String UP = "HTTP/1.1 200 Up\nContent-Length: 4\nConnection: close\n\npage";
    private static final String DOWN = "HTTP/1.1 503 Down\nContent-Length: 4\nConnection: close\n\ndown";

    private final ManualTime time = new ManualTime();
    private final HttpRetry http = HttpRetry.of(HttpClient.newHttpClient())
            .retrier(Retrier.attempts(3)
                    .on(IOException.class)
                    .backoff("constant 1s")
                    .attemptTimeout(Duration.ofSeconds(5))
                    .time(time));

    private static RawServer.@Nullable Event next(RawServer server) throws InterruptedException {
        return server.events.poll(20, TimeUnit.SECONDS);
    }

    private static void assertNext(RawServer server, RawServer.Event... events) throws InterruptedException {
        for (RawServer.Event event : events) {
            assertThat(next(server)).isEqualTo(event);
        }
    }

    @Test
    void cancelling_the_future_cancels_the_exchange_in_flight() throws Exception {
        try (RawServer server = new RawServer(RawServer.STALL, UP)) {
            CompletableFuture<HttpResponse<String>> call = http.sendAsync(server.get(), BodyHandlers.ofString());
            assertNext(server, RawServer.Event.ASKED);
            assertThat(call.cancel(true)).isTrue();
            assertNext(server, RawServer.Event.ABANDONED);
            assertThat(time.pending()).isZero();
            time.runUntilIdle();
            assertThat(server.events).isEmpty();
            assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void cancelling_the_future_ends_the_wait() throws Exception {
        HttpRetry untimed =
                http.retrier(Retrier.attempts(3).backoff("constant 1s").time(time));
        try (RawServer server = new RawServer(DOWN, UP)) {
            CompletableFuture<HttpResponse<String>> call = untimed.sendAsync(server.get(), BodyHandlers.ofString());
            awaitPending(1);
            call.cancel(true);
            awaitPending(0);
            assertNext(server, RawServer.Event.ASKED);
            assertThat(server.events).isEmpty();
        }
    }

    /** The client's own thread schedules the wait, and may be about to when the call is cancelled. */
    private void awaitPending(int tasks) {
        long start = System.nanoTime();
        while (time.pending() != tasks) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
            Thread.onSpinWait();
        }
    }

    @Test
    void an_asynchronous_attempt_that_takes_too_long_is_abandoned_and_made_again() throws Exception {
        try (RawServer server = new RawServer(RawServer.STALL, UP)) {
            CompletableFuture<HttpResponse<String>> call = http.sendAsync(server.get(), BodyHandlers.ofString());
            assertNext(server, RawServer.Event.ASKED);
            time.advance(Duration.ofSeconds(5));
            assertNext(server, RawServer.Event.ABANDONED);
            assertThat(call).isNotDone();
            time.advance(Duration.ofSeconds(1));
            assertNext(server, RawServer.Event.ASKED);
            assertThat(call.get(20, TimeUnit.SECONDS).body()).isEqualTo("page");
        }
    }

    @Test
    void a_synchronous_attempt_that_takes_too_long_is_abandoned_and_made_again() throws Exception {
        try (RawServer server = new RawServer(RawServer.STALL, UP)) {
            CompletableFuture<Void> clock = CompletableFuture.runAsync(() -> {
                try {
                    assertNext(server, RawServer.Event.ASKED);
                    time.advance(Duration.ofSeconds(5));
                } catch (InterruptedException unexpected) {
                    throw new AssertionError(unexpected);
                }
            });
            assertThat(http.send(server.get(), BodyHandlers.ofString()).body()).isEqualTo("page");
            clock.get(20, TimeUnit.SECONDS);
            assertNext(server, RawServer.Event.ABANDONED, RawServer.Event.ASKED);
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void a_post_is_watched_too_and_its_time_out_is_thrown_itself() throws Exception {
        try (RawServer server = new RawServer(RawServer.STALL, UP)) {
            CompletableFuture<HttpResponse<String>> call =
                    http.methods("DELETE").sendAsync(server.get(), BodyHandlers.ofString());
            assertNext(server, RawServer.Event.ASKED);
            time.advance(Duration.ofSeconds(5));
            assertNext(server, RawServer.Event.ABANDONED);
            assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(AttemptTimeoutException.class);
        }
    }

    @Test
    void a_scheduler_that_is_shut_down_ends_the_call_with_the_answer_as_a_failure() throws Exception {
        ScheduledThreadPoolExecutor shutDown = new ScheduledThreadPoolExecutor(1);
        shutDown.shutdownNow();
        HttpRetry stopped = HttpRetry.of(HttpClient.newHttpClient())
                .retrier(Retrier.attempts(3).backoff("constant 1s").scheduler(shutDown));
        try (RawServer server = new RawServer(DOWN)) {
            HttpStatusException failure = catchThrowableOfType(
                    HttpStatusException.class,
                    () -> HttpMode.await(stopped.sendAsync(server.get(), BodyHandlers.ofInputStream()), time));
            assertThat(failure.status()).isEqualTo(503);
        }
    }
}
