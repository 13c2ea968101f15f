package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.policy.PayloadFailure;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EndingDeciderTest {
    private static final UUID JOB = ClaimedRow.JOB;
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final int NONE = 0;
    private static final int CANCEL = StopReason.CANCEL.bit();
    private static final int TIMEOUT = StopReason.TIMEOUT.bit();
    private static final int WORKER = StopReason.WORKER.bit();

    private final EndingDecider decider =
            new EndingDecider(InstantSource.fixed(Instant.parse("2026-01-01T00:00:00Z")), LEASE);
    private RetryPolicy live = RetryPolicy.defaults();
    private HandlerOptions options = HandlerOptions.DEFAULTS;
    private Duration maxRetryDelay = Duration.ofHours(24);

    @Nested
    class What_a_handler_returns {
        @Test
        void a_value_succeeds_with_its_bytes() {
            byte[] result = {1, 2};
            AttemptEnding ending =
                    decider.returned(binding(), job().claimed(), Ending.done("x"), result, List.of(), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.SUCCEED);
            assertThat(ending.result()).isEqualTo(result);
        }

        @Test
        void a_value_wins_over_a_cancel() {
            assertThat(returned(job(), Ending.done(), CANCEL).kind()).isEqualTo(Kind.SUCCEED);
        }

        @Test
        void an_exit_fails_with_the_words_of_the_handler_made_safe() {
            AttemptEnding ending = returned(job(), Ending.exit("gone\0"), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.FAIL);
            assertThat(ending.reason()).isEqualTo("gone\uFFFD");
            assertThat(ending.error()).isNull();
        }

        @Test
        void a_snooze_takes_as_long_as_it_says() {
            AttemptEnding ending = returned(job(), Ending.snooze(Duration.ofDays(3)), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.SNOOZE);
            assertThat(ending.delay()).isEqualTo(Duration.ofDays(3));
        }

        @Test
        void a_retry_after_is_bounded_by_the_longest_delay_and_the_floor() {
            assertThat(returned(job(), Ending.retryAfter(Duration.ofDays(3)), NONE)
                            .delay())
                    .isEqualTo(Duration.ofDays(1));
            assertThat(returned(job(), Ending.retryAfter(Duration.ZERO), NONE).delay())
                    .isEqualTo(Duration.ofSeconds(1));
        }

        @Test
        void a_spent_retry_after_without_an_attempt_left_is_exhausted() {
            AttemptEnding ending =
                    returned(job().attempt(3).maxAttempts(3), Ending.retryAfter(Duration.ofSeconds(9)), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.EXHAUST);
            assertThat(ending.reason()).isEqualTo("ATTEMPTS_EXHAUSTED");
            assertThat(ending.error()).isNull();
        }

        @Test
        void a_refunded_retry_after_needs_no_attempt() {
            AttemptEnding ending = returned(
                    job().attempt(3).maxAttempts(3),
                    Ending.retryAfter(Duration.ofSeconds(9)).refunded(),
                    NONE);
            assertThat(ending.kind()).isEqualTo(Kind.RETRY_AFTER_REFUNDED);
        }

        @Test
        void cancelled_cancels() {
            assertThat(returned(job(), Ending.cancelled(), CANCEL).kind()).isEqualTo(Kind.CANCEL);
            assertThat(returned(job(), Ending.cancelled(), NONE).kind()).isEqualTo(Kind.CANCEL);
        }

        // riverqueue/river#1290: a deploy counted as the end of a job.
        @Test
        void cancelled_while_the_worker_shuts_down_cancels_nothing() {
            AttemptEnding ending = returned(job(), Ending.cancelled(), WORKER);
            assertThat(ending.kind()).isEqualTo(Kind.INTERRUPT);
            assertThat(ending.delay()).isEqualTo(Duration.ofSeconds(1));
        }

        @Test
        void cancelled_after_the_time_out_is_the_time_out() {
            AttemptEnding ending = returned(job().timeout(Duration.ofSeconds(5)), Ending.cancelled(), TIMEOUT);
            assertThat(ending.kind()).isEqualTo(Kind.RETRY);
            assertThat(ending.error()).contains("AttemptTimeoutException");
        }
    }

    @Nested
    class What_a_handler_throws {
        @Test
        void a_failure_is_retried_and_explained() {
            AttemptEnding ending = thrown(job(), new IOException("no route"), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.RETRY);
            assertThat(ending.delay()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(6));
            assertThat(ending.error()).startsWith("java.io.IOException: no route");
            assertThat(ending.explanation()).isNotBlank();
            assertThat(ending.pastDeadline()).isNull();
        }

        @Test
        void a_job_with_a_deadline_carries_the_words_for_the_case_that_it_refuses_the_retry() {
            AttemptEnding ending =
                    thrown(job().deadline(Instant.parse("2026-01-01T00:00:00Z")), new IOException("x"), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.RETRY);
            assertThat(ending.pastDeadline()).contains("DEADLINE");
        }

        @Test
        void a_decision_is_replayed_from_job_and_epoch() {
            Duration delay = thrown(job().epoch(4), new IOException("x"), NONE).delay();
            assertThat(delay)
                    .isEqualTo(RetryPolicy.defaults().backoff().delay(1, ReplayRandom.of(JOB + ":4")))
                    .isEqualTo(
                            thrown(job().epoch(4), new IOException("x"), NONE).delay())
                    .isNotEqualTo(
                            thrown(job().epoch(5), new IOException("x"), NONE).delay());
        }

        // oban-bg/oban#476, #245: snoozes and crashes inflated the attempt, and the next failure waited for days.
        @Test
        void the_curve_follows_failures_and_not_attempts() {
            AttemptEnding ending =
                    thrown(job().attempt(1_200).failures(1).maxAttempts(2_000), new IOException("x"), NONE);
            assertThat(ending.delay()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(12));
        }

        @Test
        void the_last_attempt_is_exhausted() {
            AttemptEnding ending = thrown(job().attempt(3).failures(2), new IOException("x"), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.EXHAUST);
            assertThat(ending.reason()).isEqualTo("ATTEMPTS_EXHAUSTED");
            assertThat(ending.error()).contains("IOException");
        }

        @Test
        void kind_and_attempts_of_the_row_count_and_schedule_and_limits_of_the_live_type() {
            live = RetryPolicy.attempts(1).backoff("constant 7m");
            AttemptEnding ending = thrown(job().maxAttempts(2), new IOException("x"), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.RETRY);
            assertThat(ending.delay()).isEqualTo(Duration.ofMinutes(7));
        }

        @Test
        void a_live_policy_that_was_said_in_retries_takes_the_attempts_of_the_row() {
            live = RetryPolicy.defaults().maxRetries(0);
            assertThat(thrown(job().maxAttempts(2), new IOException("x"), NONE).kind())
                    .isEqualTo(Kind.RETRY);
        }

        @Test
        void a_policy_of_the_jobs_own_wins_but_for_the_types_of_failures() {
            live = RetryPolicy.defaults().neverOn(IOException.class);
            ClaimedRow own = job().policy("attempts=3 constant 9m");
            assertThat(thrown(own, new IllegalStateException("x"), NONE).delay())
                    .isEqualTo(Duration.ofMinutes(9));
            assertThat(thrown(own, new IOException("x"), NONE).kind()).isEqualTo(Kind.FAIL);
        }

        @Test
        void an_unknown_kind_fails_that_job_loudly() {
            AttemptEnding ending = thrown(job().kind(null), new IOException("x"), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.FAIL);
            assertThat(ending.reason()).isEqualTo("KIND_UNKNOWN");
        }

        // riverqueue/river#730, #749: raised ceilings overflowed and then broke whoever read them.
        @Test
        void a_ceiling_above_what_a_policy_takes_is_clamped_and_the_last_attempt_ends() {
            assertThat(thrown(job().attempt(9).maxAttempts(32_767), new IOException("x"), NONE)
                            .kind())
                    .isEqualTo(Kind.RETRY);
            assertThat(thrown(
                                    job().attempt(32_767).maxAttempts(32_767).kind(RetryKind.INDEFINITE),
                                    new IOException("x"),
                                    NONE)
                            .kind())
                    .isEqualTo(Kind.EXHAUST);
        }

        @Test
        void the_bound_of_the_worker_is_over_every_policy() {
            live = RetryPolicy.defaults().backoff("constant 10h").minDelay(Duration.ofHours(2));
            maxRetryDelay = Duration.ofHours(1);
            assertThat(thrown(job(), new IOException("x"), NONE).delay()).isEqualTo(Duration.ofHours(1));
        }

        @Test
        void the_floor_is_a_second() {
            live = RetryPolicy.defaults().backoff("none");
            assertThat(thrown(job(), new IOException("x"), NONE).delay()).isEqualTo(Duration.ofSeconds(1));
        }

        @Test
        void a_classifier_decides_first() {
            options =
                    HandlerOptions.DEFAULTS.classifier((failure, state) -> RetryOverride.after(Duration.ofMinutes(2)));
            assertThat(thrown(job(), new IOException("x"), NONE).delay()).isEqualTo(Duration.ofMinutes(2));
        }

        @Test
        void a_classifier_that_breaks_out_of_the_decision_is_left_out() {
            RetryClassifier broken = (failure, state) -> {
                throw new CancellationException("broken");
            };
            options = HandlerOptions.DEFAULTS.classifier(broken);
            assertThat(thrown(job(), new IOException("x"), NONE).kind()).isEqualTo(Kind.RETRY);
        }

        // jobrunr/jobrunr#431: a payload that could not be read stopped the server.
        @Test
        void a_payload_that_cannot_be_read_fails_at_once_for_its_own_reason() {
            AttemptEnding ending = thrown(job(), PayloadFailure.unreadable("no", null), NONE);
            assertThat(ending.kind()).isEqualTo(Kind.FAIL);
            assertThat(ending.reason()).isEqualTo("PAYLOAD_UNREADABLE");
        }

        @Test
        void an_error_is_a_failure_like_any_other() {
            assertThat(thrown(job(), new StackOverflowError(), NONE).kind()).isEqualTo(Kind.RETRY);
            assertThat(thrown(job(), new OutOfMemoryError("x"), NONE).kind()).isEqualTo(Kind.RETRY);
            assertThat(thrown(job(), new AssertionError("x"), NONE).error()).contains("AssertionError");
        }

        @Test
        void an_interrupt_or_a_cancellation_that_nobody_asked_for_is_a_failure() {
            assertThat(thrown(job(), new InterruptedException("own"), NONE).kind())
                    .isEqualTo(Kind.RETRY);
            assertThat(thrown(job(), new CancellationException("own"), NONE).error())
                    .contains("nobody had asked", "CancellationException: own");
            assertThat(thrown(job().attempt(3), new CompletionException(new CancellationException()), NONE)
                            .kind())
                    .isEqualTo(Kind.EXHAUST);
        }

        @Test
        void an_interrupt_after_a_cancel_cancels() {
            assertThat(thrown(job(), new InterruptedException(), CANCEL).kind()).isEqualTo(Kind.CANCEL);
        }

        @Test
        void a_failure_after_a_cancel_is_decided_like_any_other() {
            assertThat(thrown(job(), new IOException("x"), CANCEL).kind()).isEqualTo(Kind.RETRY);
        }

        // riverqueue/river#1290: a deploy counted as a failed attempt.
        @Test
        void whatever_is_thrown_after_the_worker_stopped_the_handler_is_no_failure() {
            for (Throwable thrown : List.of(new InterruptedException(), new IOException("socket closed"))) {
                AttemptEnding ending = thrown(job().attempt(3), thrown, WORKER);
                assertThat(ending.kind()).isEqualTo(Kind.INTERRUPT);
                assertThat(ending.delay()).isEqualTo(Duration.ofSeconds(1));
            }
        }

        @Test
        void an_interrupt_after_the_time_out_is_the_time_out() {
            AttemptEnding ending = thrown(job().timeout(Duration.ofSeconds(5)), new InterruptedException(), TIMEOUT);
            assertThat(ending.kind()).isEqualTo(Kind.RETRY);
            assertThat(ending.error()).startsWith("dev.reprise.policy.AttemptTimeoutException");
        }
    }

    @Nested
    class A_handler_that_is_given_up {
        @Test
        void is_cancelled_if_a_cancel_was_asked_for() {
            assertThat(decider.abandoned(binding(), job().claimed(), CANCEL | WORKER)
                            .kind())
                    .isEqualTo(Kind.CANCEL);
        }

        // timgit/pg-boss#555: an expired job still ran while its retry started.
        @Test
        void is_retried_no_sooner_than_a_lease_after_its_time_out() {
            AttemptEnding ending = decider.abandoned(
                    binding(), job().timeout(Duration.ofSeconds(5)).claimed(), TIMEOUT);
            assertThat(ending.kind()).isEqualTo(Kind.RETRY);
            assertThat(ending.delay()).isEqualTo(LEASE);
        }

        @Test
        void is_interrupted_and_no_sooner_due_than_a_lease_if_the_worker_shuts_down() {
            AttemptEnding ending = decider.abandoned(binding(), job().claimed(), WORKER);
            assertThat(ending.kind()).isEqualTo(Kind.INTERRUPT);
            assertThat(ending.delay()).isEqualTo(LEASE);
        }
    }

    private AttemptEnding returned(ClaimedRow row, Ending ending, int stops) {
        return decider.returned(binding(), row.claimed(), ending, null, List.of(), stops);
    }

    private AttemptEnding thrown(ClaimedRow row, Throwable failure, int stops) {
        return decider.thrown(binding(), row.claimed(), failure, stops);
    }

    private Binding<String> binding() {
        return new Binding<>(
                JobType.of("t", String.class, live),
                (payload, job) -> Ending.done(),
                options,
                JobCodec.json(),
                maxRetryDelay);
    }

    private static ClaimedRow job() {
        return new ClaimedRow();
    }
}
