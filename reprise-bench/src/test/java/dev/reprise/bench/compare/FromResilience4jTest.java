package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.backoff.Backoff;
import dev.reprise.http.HttpFailures;
import dev.reprise.http.HttpStatusException;
import dev.reprise.retry.Call;
import dev.reprise.retry.Retrier;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The code of docs/migrate/from-resilience4j.md. */
class FromResilience4jTest {
    private final FlakyService service = new FlakyService();
    private final URI url = URI.create("http://localhost/page");
    private final List<Duration> waits = new ArrayList<>();

    @Test
    void before_and_after_do_the_same() throws Exception {
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(before()).isEqualTo(FlakyService.PAGE);
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(after()).isEqualTo(FlakyService.PAGE);
        assertThat(service.calls()).isEqualTo(6);

        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::before)).isInstanceOf(FileNotFoundException.class);
        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::after)).isInstanceOf(FileNotFoundException.class);
        assertThat(service.calls()).isEqualTo(8);
    }

    private Page before() throws Exception {
        // snippet: before
        Retry retry = Retry.of(
                "pages",
                RetryConfig.custom()
                        .maxAttempts(4)
                        .retryExceptions(IOException.class)
                        .ignoreExceptions(FileNotFoundException.class)
                        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.5, 5_000))
                        .build());
        Callable<Page> load = Retry.decorateCallable(retry, () -> service.load(url));
        Page page = load.call();
        // end snippet
        return page;
    }

    private Page after() throws IOException, InterruptedException {
        // snippet: after
        Retrier retrier = Retrier.attempts(4)
                .on(IOException.class)
                .neverOn(FileNotFoundException.class)
                .backoff("exponential base=100ms limit=5s jitter=50%");
        Call<Page, IOException> load = retrier.wrap(() -> service.load(url));
        Page page = load.call();
        // end snippet
        return page;
    }

    @Test
    void resilience4j_waits_by_our_schedule() {
        // snippet: schedule
        Backoff schedule = Backoff.parse("exponential base=10ms max=1m jitter=20%");
        RetryConfig config = RetryConfig.custom()
                .maxAttempts(4)
                .intervalFunction(failures -> schedule.delay(failures).toMillis())
                .build();
        // end snippet
        Retry retry = listening(config);
        assertThat(catchThrowable(() -> retry.executeCallable(() -> {
                    throw new IOException("reset");
                })))
                .isInstanceOf(IOException.class);

        assertThat(waits).hasSize(3);
        assertThat(waits.get(0)).isBetween(Duration.ofMillis(8), Duration.ofMillis(12));
        assertThat(waits.get(1)).isBetween(Duration.ofMillis(16), Duration.ofMillis(24));
        assertThat(waits.get(2)).isBetween(Duration.ofMillis(32), Duration.ofMillis(48));
    }

    @Test
    void resilience4j_waits_as_long_as_the_server_asks() throws Exception {
        // snippet: hint
        Backoff schedule = Backoff.parse("exponential base=10ms max=1m jitter=20%");
        RetryConfig config = RetryConfig.custom()
                .maxAttempts(4)
                .intervalBiFunction((failures, outcome) -> {
                    Duration own = schedule.delay(failures);
                    Duration hint = outcome.isLeft() ? HttpFailures.hint(outcome.getLeft(), Instant.now()) : null;
                    return Math.min((hint == null || hint.compareTo(own) < 0 ? own : hint).toMillis(), 60_000);
                })
                .build();
        // end snippet
        service.fail(new HttpStatusException(503, Map.of("Retry-After", List.of("0.2"))));
        Retry retry = listening(config);

        assertThat(retry.executeCallable(() -> service.load(url))).isEqualTo(FlakyService.PAGE);
        assertThat(waits).containsExactly(Duration.ofMillis(200));
    }

    private Retry listening(RetryConfig config) {
        Retry retry = Retry.of("x", config);
        retry.getEventPublisher().onRetry(event -> waits.add(event.getWaitInterval()));
        return retry;
    }

    @Test
    void the_interval_function_is_asked_for_failures_counted_from_one_and_both_functions_may_be_set_the_last_counts() {
        List<Integer> asked = new ArrayList<>();
        RetryConfig config = RetryConfig.custom()
                .maxAttempts(4)
                .waitDuration(Duration.ofHours(1))
                .intervalFunction(failures -> {
                    asked.add(failures);
                    return 0L;
                })
                .build();

        assertThat(catchThrowable(() -> Retry.of("x", config).executeCallable(() -> {
                    throw new IOException("reset");
                })))
                .isInstanceOf(IOException.class);
        assertThat(asked).containsExactly(1, 2, 3);
    }
}
