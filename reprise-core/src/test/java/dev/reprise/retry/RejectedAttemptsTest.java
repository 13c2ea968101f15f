package dev.reprise.retry;

import static dev.reprise.retry.AsyncCompletionTest.failureOf;
import static dev.reprise.retry.Scenario.inAllModes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Calls whose next attempt nobody takes, or nobody times, any more: they end at once with the last failure. */
@Timeout(60)
class RejectedAttemptsTest {
    private final RejectedExecutionException full = new RejectedExecutionException("full");

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger draws = new AtomicInteger();
    private final RandomGenerator random = () -> draws.incrementAndGet() * 0x1234_5678_9abc_def0L;
    private final RetryClassifier hints = RetryClassifiers.serverHints();
    private final RetryClassifier classifier = (failure, state) -> {
        asked.incrementAndGet();
        return hints.classify(failure, state);
    };
    private final Retrier retrier = Retrier.attempts(5)
            .backoff("constant 1ms jitter=50%")
            .random(random)
            .classifier(classifier)
            .executor(task -> {
                throw full;
            });

    @Test
    void an_executor_that_takes_no_task_after_the_wait_leaves_the_decision_as_it_was_told() throws Exception {
        Delays delays = new Delays();
        IOException failure = new IOException("down");
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> future = retrier.listen(delays).callAsync(() -> stage);
        stage.completeExceptionally(failure);

        assertThat(failureOf(future)).isSameAs(failure);
        assertThat(asked).hasValue(1);
        assertThat(draws).hasValue(1);
        assertThat(delays.refused).containsExactlyElementsOf(delays.scheduled).hasSize(1);
        assertThat(delays.reasons).containsExactly(FailReason.INTERRUPTED);
        RetryNote note = Objects.requireNonNull(RetryNote.of(failure));
        assertThat(note.reason()).isEqualTo(FailReason.INTERRUPTED);
        assertThat(note.refusedDelay()).isEqualTo(delays.scheduled.get(0));
        assertThat(failure.getSuppressed()).containsExactly(note, full);
    }

    @Test
    void the_same_holds_without_listeners() {
        IOException failure = new IOException("down");
        assertThat(failureOf(retrier.callAsync(() -> CompletableFuture.failedFuture(failure))))
                .isSameAs(failure);
        assertThat(asked).hasValue(1);
        assertThat(draws).hasValue(1);
        RetryNote note = Objects.requireNonNull(RetryNote.of(failure));
        assertThat(note.reason()).isEqualTo(FailReason.INTERRUPTED);
        assertThat(note.attempts()).isEqualTo(1);
        assertThat(failure.getSuppressed()).containsExactly(note, full);
    }

    @Test
    void a_hint_by_date_that_has_run_out_meanwhile_is_not_read_again() {
        ManualTime time = new ManualTime();
        Delays delays = new Delays();
        HttpStatusException failure =
                new HttpStatusException(503, Map.of("Retry-After", List.of("Sat, 01 Jan 2000 00:00:05 GMT")));
        CompletableFuture<String> future = retrier.backoff("constant 1s")
                .time(time)
                .listen(delays)
                .callAsync(() -> CompletableFuture.failedFuture(failure));
        time.advance(Duration.ofMinutes(1));
        assertThat(failureOf(future)).isSameAs(failure);
        assertThat(asked).hasValue(1);
        assertThat(delays.scheduled).containsExactly(Duration.ofSeconds(5));
        assertThat(delays.refused).containsExactly(Duration.ofSeconds(5));
    }

    // The one timer of all calls: a listener or a dependent stage that blocks it would stop every wait of the JVM.
    @Test
    void listeners_and_dependents_of_a_rejected_attempt_do_not_run_on_the_shared_timer() {
        for (boolean listening : new boolean[] {false, true}) {
            DecisionsAsideTest.ThreadNames threads = new DecisionsAsideTest.ThreadNames();
            CompletableFuture<String> stage = new CompletableFuture<>();
            CompletableFuture<String> future = (listening ? retrier.listen(threads) : retrier).callAsync(() -> stage);
            CompletableFuture<String> dependent =
                    future.handle((value, failure) -> DecisionsAsideTest.ThreadNames.current());
            stage.completeExceptionally(new IOException("down"));
            assertThat(dependent.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo("reprise-aside daemon");
            assertThat(threads.told).hasValue(listening ? "reprise-aside daemon" : "");
        }
    }

    @TestFactory
    Stream<DynamicTest> a_scheduler_that_is_shut_down_before_the_first_attempt_is_timed_ends_the_call_unmade() {
        return inAllModes(it -> {
            ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
            scheduler.shutdown();
            Retrier timed = it.retrier.scheduler(scheduler).attemptTimeout(Duration.ofSeconds(10));
            Outcome<String> outcome = it.run(timed, () -> it.failing(9));
            assertThat(outcome.thrown())
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasNoSuppressedExceptions();
            assertThat(it.attempts).hasValue(0);
            assertThat(it.time.nanoTime()).isZero();
            assertThat(it.events.told()).isEmpty();
        });
    }

    @TestFactory
    Stream<DynamicTest> a_scheduler_that_is_shut_down_in_between_ends_the_call_with_the_last_failure_and_tells_so() {
        return inAllModes(it -> {
            ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
            Retrier timed = it.retrier.backoff("none").scheduler(scheduler).attemptTimeout(Duration.ofMinutes(10));
            Outcome<String> outcome = it.run(timed, () -> {
                if (it.attempts.get() == 1) {
                    scheduler.shutdownNow();
                }
                return it.failing(9);
            });
            assertThat(outcome.thrown()).hasMessage("2");
            assertThat(outcome.reason()).isEqualTo(FailReason.INTERRUPTED);
            assertThat(outcome.note().attempts()).isEqualTo(2);
            assertThat(outcome.thrown().getSuppressed())
                    .hasSize(3)
                    .hasAtLeastOneElementOfType(RejectedExecutionException.class);
            assertThat(it.attempts).hasValue(2);
            assertThat(it.time.nanoTime()).isZero();
            assertThat(it.events.told())
                    .containsExactly(
                            "failed 1 1", "retry 1 1 PT0S", "failed 2 2", "retry 2 2 PT0S", "gave up 2 2 INTERRUPTED");
        });
    }

    @Test
    void a_result_tells_that_no_attempt_was_made() throws Exception {
        ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
        scheduler.shutdown();
        RetryResult<String> result = Retrier.attempts(3)
                .scheduler(scheduler)
                .attemptTimeout(Duration.ofSeconds(10))
                .tryCall(() -> "made");
        assertThat(result.attempts()).isZero();
        assertThat(result.reason()).isEqualTo(FailReason.INTERRUPTED);
        assertThat(result.failure()).isInstanceOf(RejectedExecutionException.class);
    }

    /** Keeps what was scheduled, and what was refused. */
    private static final class Delays implements RetryListener {
        final List<Duration> scheduled = new ArrayList<>();
        final List<@Nullable Duration> refused = new ArrayList<>();
        final List<FailReason> reasons = new ArrayList<>();
        final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        @Override
        public void retryScheduled(int attempt, Throwable failed, Retry decision) {
            scheduled.add(decision.delay());
        }

        @Override
        public void gaveUp(int attempts, Throwable failed, Fail decision) {
            failure.set(failed);
            refused.add(decision.refusedDelay());
            reasons.add(decision.reason());
        }
    }
}
