package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.failsafe.Failsafe;
import dev.reprise.retry.Call;
import dev.reprise.retry.Retrier;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a future does: when it is cancelled, and when an attempt throws instead of failing its stage. */
@Timeout(30)
class FuturesTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    private final Retrier reprise =
            Retrier.attempts(3).backoff("constant 1h").patience(HOUR).scheduler(scheduler);
    private final Retry resilience4j =
            Retry.of("x", RetryConfig.custom().maxAttempts(3).waitDuration(HOUR).build());
    private final dev.failsafe.RetryPolicy<Object> failsafe =
            dev.failsafe.RetryPolicy.builder().withDelay(HOUR).build();

    private final CompletableFuture<Object> inFlight = new CompletableFuture<>();

    @BeforeEach
    void see_what_waits() {
        scheduler.setRemoveOnCancelPolicy(true);
    }

    @AfterEach
    void stop_the_scheduler() {
        scheduler.shutdownNow();
    }

    @Test
    void reprise_stops_when_its_future_is_cancelled() {
        cancelled(reprise.callAsync(FuturesTest::failed), 1);
        assertThat(scheduler.getQueue()).isEmpty();

        reprise.callAsync(() -> inFlight).cancel(true);
        assertThat(inFlight).isCancelled();
    }

    @Test
    void failsafe_stops_when_its_future_is_cancelled() {
        cancelled(Failsafe.with(failsafe).with(scheduler).getStageAsync(FuturesTest::failed), 1);
        assertThat(scheduler.getQueue()).isEmpty();

        CompletableFuture<Object> call = Failsafe.with(failsafe).with(scheduler).getStageAsync(() -> inFlight);
        while (inFlight.getNumberOfDependents() == 0) {
            Thread.onSpinWait();
        }
        call.cancel(true);
        while (!inFlight.isDone()) {
            Thread.onSpinWait();
        }
        assertThat(inFlight).isCancelled();
    }

    @Test
    void resilience4j_goes_on_when_its_future_is_cancelled() {
        cancelled(
                resilience4j
                        .executeCompletionStage(scheduler, FuturesTest::failed)
                        .toCompletableFuture(),
                1);
        assertThat(scheduler.getQueue()).hasSize(1);

        resilience4j
                .executeCompletionStage(scheduler, () -> inFlight)
                .toCompletableFuture()
                .cancel(true);
        assertThat(inFlight).isNotDone();
    }

    @Test
    void a_second_attempt_that_throws_leaves_the_future_of_resilience4j_open_for_ever() throws InterruptedException {
        Retry soon = Retry.of(
                "x", RetryConfig.custom().waitDuration(Duration.ofMillis(1)).build());
        AtomicInteger calls = new AtomicInteger();

        CompletableFuture<Object> future =
                soon.executeCompletionStage(scheduler, () -> second(calls)).toCompletableFuture();
        while (calls.get() < 2) {
            Thread.onSpinWait();
        }
        scheduler.shutdown();

        assertThat(scheduler.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(future).isNotDone();
    }

    @Test
    void a_second_attempt_that_throws_is_a_failure_like_any_other_to_reprise_and_failsafe() {
        AtomicInteger ours = new AtomicInteger();
        AtomicInteger theirs = new AtomicInteger();
        Call<CompletableFuture<Object>, RuntimeException> call = () -> second(ours);

        assertThat(Retrier.attempts(3).backoff("none").callAsync(call))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class);
        assertThat(Failsafe.with(dev.failsafe.RetryPolicy.ofDefaults()).getStageAsync(() -> second(theirs)))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(IllegalStateException.class);
        assertThat(ours).hasValue(3);
        assertThat(theirs).hasValue(3);
    }

    /** Cancels a call once so many of its tasks wait. */
    private void cancelled(CompletableFuture<Object> call, int waiting) {
        while (scheduler.getQueue().size() < waiting) {
            Thread.onSpinWait();
        }
        assertThat(call.cancel(true)).isTrue();
    }

    private static CompletableFuture<Object> failed() {
        return CompletableFuture.failedFuture(new IOException("reset"));
    }

    private static CompletableFuture<Object> second(AtomicInteger calls) {
        if (calls.incrementAndGet() == 1) {
            return failed();
        }
        throw new IllegalStateException("thrown, not returned");
    }
}
