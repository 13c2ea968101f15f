package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.policy.RetryDecision.Retry;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.retry.ManualTime;
import dev.reprise.retry.Retrier;
import dev.reprise.retry.RetryListener;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The code that docs/guide/retrying-calls.md shows for tests and replays. */
class RetryTestingSnippetsTest {
    private static final String URL = "https://example.org/page";

    private final List<String> log = new ArrayList<>();
    private int calls;
    private int failures;

    private String load(String url) throws IOException {
        if (++calls <= failures) {
            throw new IOException("no answer " + calls + " from " + url);
        }
        return "page " + calls;
    }

    private CompletableFuture<String> getAsync(String url) {
        try {
            return CompletableFuture.completedFuture(load(url));
        } catch (IOException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    @Test
    void a_week_of_retries_takes_a_moment() throws Exception {
        failures = 28;

        // snippet: manual-time
        ManualTime time = new ManualTime();
        Retrier weekly = Retrier.of(RetryPolicy.parse("attempts=29 constant 6h"))
                .patience(Duration.ofDays(1))
                .time(time);
        weekly.call(() -> load(URL));
        Duration waited = Duration.ofNanos(time.nanoTime());
        // end snippet

        assertThat(waited).isEqualTo(Duration.ofDays(7));
    }

    @Test
    void a_test_advances_the_time_of_asynchronous_waits() {
        failures = 1;

        // snippet: manual-time-async
        ManualTime time = new ManualTime();
        CompletableFuture<String> future =
                Retrier.attempts(2).backoff("constant 10s").time(time).callAsync(() -> getAsync(URL));
        time.advance(Duration.ofSeconds(9));
        boolean tooEarly = future.isDone();
        time.advance(Duration.ofSeconds(1));
        boolean inTime = future.isDone();
        // end snippet

        assertThat(tooEarly).isFalse();
        assertThat(inTime).isTrue();
    }

    @Test
    void a_seed_replays_the_delays() throws Exception {
        for (int run = 1; run <= 2; run++) {
            calls = 0;
            failures = 3;
            ManualTime time = new ManualTime();

            // snippet: seed
            Retrier replayed =
                    Retrier.attempts(4).random(ReplayRandom.of("orders")).listen(waits(log));
            // end snippet

            replayed.time(time).call(() -> load(URL));
        }
        assertThat(log).hasSize(6);
        assertThat(log.subList(3, 6)).isEqualTo(log.subList(0, 3));
    }

    private static RetryListener waits(List<String> log) {
        return new RetryListener() {
            @Override
            public void retryScheduled(int attempt, Throwable failure, Retry decision) {
                log.add(decision.delay().toString());
            }
        };
    }
}
