package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import dev.reprise.backoff.Backoff;
import dev.reprise.http.HttpFailures;
import dev.reprise.http.HttpStatusException;
import dev.reprise.retry.Retrier;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code of docs/migrate/from-failsafe.md. */
class FromFailsafeTest {
    private final FlakyService service = new FlakyService();
    private final URI url = URI.create("http://localhost/page");
    private final List<Duration> waits = new ArrayList<>();

    @Test
    void before_and_after_do_the_same_but_for_the_wrapper() throws Exception {
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(before()).isEqualTo(FlakyService.PAGE);
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(after()).isEqualTo(FlakyService.PAGE);
        assertThat(service.calls()).isEqualTo(6);

        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::before))
                .isInstanceOf(FailsafeException.class)
                .hasCauseInstanceOf(FileNotFoundException.class);
        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::after)).isInstanceOf(FileNotFoundException.class);
        assertThat(service.calls()).isEqualTo(8);
    }

    private Page before() {
        // snippet: before
        RetryPolicy<Page> policy = RetryPolicy.<Page>builder()
                .handle(IOException.class)
                .abortOn(FileNotFoundException.class)
                .withMaxRetries(3)
                .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(5))
                .withJitter(0.2)
                .withMaxDuration(Duration.ofSeconds(30))
                .build();
        Page page = Failsafe.with(policy).get(() -> service.load(url));
        // end snippet
        return page;
    }

    private Page after() throws IOException, InterruptedException {
        // snippet: after
        Retrier retrier = Retrier.attempts(4)
                .on(IOException.class)
                .neverOn(FileNotFoundException.class)
                .backoff("exponential base=100ms max=5s jitter=20%")
                .timeBudget(Duration.ofSeconds(30));
        Page page = retrier.call(() -> service.load(url));
        // end snippet
        return page;
    }

    @Test
    void failsafe_waits_by_our_schedule() {
        // snippet: schedule
        Backoff schedule = Backoff.parse("exponential base=10ms max=1m jitter=20%");
        RetryPolicy<Page> policy = RetryPolicy.<Page>builder()
                .withMaxAttempts(4)
                .withDelayFn(context -> schedule.delay(context.getAttemptCount()))
                .onRetryScheduled(event -> waits.add(event.getDelay()))
                .build();
        // end snippet
        assertThat(catchThrowable(() -> Failsafe.with(policy).run(() -> {
                    throw new IOException("reset");
                })))
                .isInstanceOf(FailsafeException.class);

        assertThat(waits).hasSize(3);
        assertThat(waits.get(0)).isBetween(Duration.ofMillis(8), Duration.ofMillis(12));
        assertThat(waits.get(1)).isBetween(Duration.ofMillis(16), Duration.ofMillis(24));
        assertThat(waits.get(2)).isBetween(Duration.ofMillis(32), Duration.ofMillis(48));
    }

    @Test
    void failsafe_waits_as_long_as_the_server_asks() {
        // snippet: hint
        Backoff schedule = Backoff.parse("exponential base=10ms max=1m jitter=20%");
        RetryPolicy<Page> policy = RetryPolicy.<Page>builder()
                .withMaxAttempts(4)
                .withDelayFn(context -> {
                    Throwable failure = context.getLastException();
                    Duration own = schedule.delay(context.getAttemptCount());
                    Duration hint = failure == null ? null : HttpFailures.hint(failure, Instant.now());
                    Duration wait = hint == null || hint.compareTo(own) < 0 ? own : hint;
                    return wait.compareTo(Duration.ofMinutes(1)) > 0 ? Duration.ofMinutes(1) : wait;
                })
                .onRetryScheduled(event -> waits.add(event.getDelay()))
                .build();
        // end snippet
        service.fail(new HttpStatusException(503, Map.of("Retry-After", List.of("0.2"))));

        assertThat(Failsafe.with(policy).get(() -> service.load(url))).isEqualTo(FlakyService.PAGE);
        assertThat(waits).containsExactly(Duration.ofMillis(200));
    }
}
