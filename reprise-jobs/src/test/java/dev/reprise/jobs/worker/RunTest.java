package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.OTHER;
import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobContext;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.internal.NewJobs;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_job_is_claimed_run_and_ended_with_its_value() {
        rig.start((payload, job) -> Ending.done(payload + "!"));
        UUID id = rig.enqueue("hello");
        rig.awaitState(id, JobState.SUCCEEDED);
        assertThat(new String(outcome(id).result(), StandardCharsets.UTF_8)).isEqualTo("\"hello!\"");
    }

    @Test
    void a_job_whose_payload_was_unreadable_succeeds_once_redriven_with_the_right_type() {
        JobType<Integer> wrong = JobType.of(TYPE.name(), Integer.class, RetryPolicy.defaults());
        UUID id = rig.enqueue("no number");
        assertThat(rig.worker().handle(wrong, (payload, job) -> Ending.done()).runDue())
                .isEqualTo(1);
        assertThat(rig.state(id)).isEqualTo(JobState.FAILED);
        assertThat(outcome(id).reason()).isEqualTo("PAYLOAD_UNREADABLE");
        rig.client.redrive(id);
        rig.start((payload, job) -> Ending.done(payload));
        rig.awaitState(id, JobState.SUCCEEDED);
        assertThat(new String(outcome(id).result(), StandardCharsets.UTF_8)).isEqualTo("\"no number\"");
    }

    @Test
    void a_handler_is_told_about_its_attempt() {
        AtomicReference<JobContext> seen = new AtomicReference<>();
        rig.start((payload, job) -> {
            seen.set(job);
            return Ending.done();
        });
        UUID id = rig.enqueue("x", o -> o.queue("default"));
        rig.awaitState(id, JobState.SUCCEEDED);
        JobContext context = Objects.requireNonNull(seen.get());
        assertThat(context.id()).isEqualTo(id);
        assertThat(context.attempt()).isEqualTo(1);
        assertThat(context.maxAttempts()).isEqualTo(3);
        assertThat(context.failures()).isZero();
        assertThat(context.deadline()).isNull();
        assertThat(context.isCancelled()).isFalse();
        assertThat(context.logFields())
                .isEqualTo(Map.of(
                        "job", id.toString(), "type", "test.job", "queue", "default", "attempt", "1", "epoch", "1"));
    }

    @Test
    void a_failure_is_retried_exactly_when_it_is_due() {
        rig.start((payload, job) -> {
            if (job.attempt() == 1) {
                throw new IOException("first");
            }
            return Ending.done();
        });
        UUID id = rig.enqueue("x", o -> o.policy(RetryPolicy.attempts(2).backoff("constant 10s")));
        rig.awaitState(id, JobState.SCHEDULED);
        rig.advance(Duration.ofMillis(9_999));
        assertThat(rig.state(id)).isEqualTo(JobState.SCHEDULED);
        rig.advance(Duration.ofMillis(1));
        rig.awaitState(id, JobState.SUCCEEDED);
        List<AttemptRecord> history = rig.client.history(id);
        assertThat(history).singleElement().satisfies(attempt -> {
            assertThat(attempt.how()).isEqualTo(AttemptRecord.How.RETRIED);
            assertThat(attempt.error()).contains("first");
            assertThat(attempt.explanation()).isNotBlank();
        });
    }

    // oban-bg/oban#476, riverqueue/river#730: snoozes spent attempts.
    @Test
    void a_snooze_spends_no_attempt() {
        rig.start(
                (payload, job) -> job.epoch() < 5 ? Ending.snooze(Duration.ofSeconds(2)) : Ending.done(job.attempt()));
        UUID id = rig.enqueue("x");
        Await.until("done", () -> {
            rig.advance(Duration.ofSeconds(1));
            return rig.state(id) == JobState.SUCCEEDED;
        });
        assertThat(rig.job(id).counts()).isEqualTo(new Job.Counts(1, 3, 5, 0, 4, 0));
    }

    // kagkarlsson/db-scheduler#538: nothing was left to redrive.
    @Test
    void an_exhausted_job_is_kept_as_failed_with_its_error() {
        rig.start((payload, job) -> {
            throw new IOException("always");
        });
        UUID id = rig.enqueue("x", o -> o.policy(RetryPolicy.attempts(1)));
        rig.awaitState(id, JobState.FAILED);
        assertThat(outcome(id).reason()).isEqualTo("ATTEMPTS_EXHAUSTED");
        assertThat(outcome(id).error()).contains("always");
    }

    // jobrunr/jobrunr#431, #342; riverqueue/river#1323.
    @Test
    void a_payload_that_cannot_be_read_fails_that_job_alone_and_stays_as_it_is() {
        JobType<Integer> sameName = JobType.of(TYPE.name(), Integer.class);
        rig.start(rig.worker().handle(sameName, (number, job) -> Ending.done(number)));
        UUID bad = rig.enqueue("no number");
        UUID good = rig.client.enqueue(sameName, 7).id();
        rig.awaitState(bad, JobState.FAILED);
        rig.awaitState(good, JobState.SUCCEEDED);
        assertThat(outcome(bad).reason()).isEqualTo("PAYLOAD_UNREADABLE");
        assertThat(new String(rig.job(bad).payload(), StandardCharsets.UTF_8)).isEqualTo("\"no number\"");
    }

    // riverqueue/river#1105.
    @Test
    void a_type_that_this_worker_does_not_know_is_left_alone() {
        rig.start((payload, job) -> Ending.done());
        UUID foreign = rig.client.enqueue(OTHER, "x").id();
        UUID known = rig.enqueue("x");
        rig.awaitState(known, JobState.SUCCEEDED);
        rig.advance(Duration.ofMinutes(5));
        assertThat(rig.state(foreign)).isEqualTo(JobState.READY);
        assertThat(rig.job(foreign).counts().attempt()).isZero();
    }

    @Test
    void a_stored_policy_of_the_jobs_own_that_cannot_be_read_fails_before_the_handler_runs() {
        AtomicReference<String> ran = new AtomicReference<>();
        rig.start((payload, job) -> {
            ran.set(payload);
            return Ending.done();
        });
        NewJob job = new NewJobs(JobCodec.json(), rig.time.manual())
                .of(JobRequest.of(TYPE, "x", o -> o.policy(RetryPolicy.attempts(7))));
        rig.store.enqueue(List.of(withPolicy(job, "attempts=7 zigzag")));
        rig.awaitState(job.id(), JobState.FAILED);
        assertThat(outcome(job.id()).reason()).isEqualTo("POLICY_UNREADABLE");
        assertThat(ran.get()).isNull();
    }

    @Test
    void a_result_that_is_too_large_fails_at_once_with_its_size() {
        rig.start((payload, job) -> Ending.done("x".repeat(65_535)));
        UUID id = rig.enqueue("x");
        rig.awaitState(id, JobState.FAILED);
        assertThat(outcome(id).reason()).isEqualTo("RESULT_TOO_LARGE");
        assertThat(outcome(id).error()).contains("65537 bytes; allowed are 65536");
    }

    @Test
    void a_result_that_cannot_be_encoded_fails_at_once() {
        rig.start((payload, job) -> Ending.done(new Endless()));
        UUID id = rig.enqueue("x");
        rig.awaitState(id, JobState.FAILED);
        assertThat(outcome(id).reason()).isEqualTo("VALUE_NOT_ENCODABLE");
    }

    @Test
    @SuppressWarnings("NullAway") // What a handler must not do.
    void a_handler_that_returns_null_has_failed() {
        rig.start((payload, job) -> null);
        UUID id = rig.enqueue("x", o -> o.policy(RetryPolicy.attempts(1)));
        rig.awaitState(id, JobState.FAILED);
        assertThat(outcome(id).error()).contains("the handler of test.job returned null");
    }

    @Test
    void a_handler_that_overflows_its_stack_has_failed_and_the_worker_lives() {
        rig.start((payload, job) -> payload.equals("deep") ? deeper(0) : Ending.done());
        UUID deep = rig.enqueue("deep", o -> o.policy(RetryPolicy.attempts(1)));
        rig.awaitState(deep, JobState.FAILED);
        assertThat(outcome(deep).error()).contains("StackOverflowError");
        rig.awaitState(rig.enqueue("next"), JobState.SUCCEEDED);
    }

    // fazer-ai/agents#243; kenn-io/roborev#911.
    @Test
    void an_error_text_with_nul_is_written_and_holds_up_no_other() {
        rig.start((payload, job) -> {
            throw new IOException("a\0b\uD800");
        });
        UUID id = rig.enqueue("x", o -> o.policy(RetryPolicy.attempts(1)));
        rig.awaitState(id, JobState.FAILED);
        assertThat(outcome(id).error()).contains("a\uFFFDb\uFFFD");
    }

    @Test
    void children_are_enqueued_if_the_attempt_succeeds_and_only_then() {
        AtomicReference<UUID> child = new AtomicReference<>();
        rig.start((payload, job) -> {
            child.set(job.enqueue(OTHER, "child of " + payload));
            if (payload.equals("bad")) {
                throw new IOException("too late");
            }
            return Ending.done();
        });
        rig.awaitState(rig.enqueue("good"), JobState.SUCCEEDED);
        assertThat(rig.state(Objects.requireNonNull(child.get()))).isEqualTo(JobState.READY);
        rig.awaitState(rig.enqueue("bad", o -> o.policy(RetryPolicy.attempts(1))), JobState.FAILED);
        assertThat(rig.client.find(Objects.requireNonNull(child.get()))).isEmpty();
    }

    @Test
    void a_child_that_is_not_allowed_is_refused_where_it_is_asked_for() {
        rig.start((payload, job) -> {
            job.enqueue(OTHER, "x".repeat(1 << 20));
            return Ending.done();
        });
        UUID id = rig.enqueue("x", o -> o.policy(RetryPolicy.attempts(1)));
        rig.awaitState(id, JobState.FAILED);
        assertThat(outcome(id).error()).contains("IllegalArgumentException", "1 MiB");
    }

    @Test
    void an_interrupt_that_a_handler_leaves_behind_does_not_reach_the_next_job() {
        rig.start(rig.worker().concurrency(1).handle(TYPE, (payload, job) -> {
            boolean was = Thread.currentThread().isInterrupted();
            Thread.currentThread().interrupt();
            return Ending.done(was);
        }));
        List<UUID> ids = List.of(rig.enqueue("a"), rig.enqueue("b"));
        for (UUID id : ids) {
            rig.awaitState(id, JobState.SUCCEEDED);
            assertThat(new String(outcome(id).result(), StandardCharsets.UTF_8)).isEqualTo("false");
        }
    }

    @Test
    void jobs_of_every_queue_of_the_types_and_of_the_default_one_are_claimed() {
        JobType<String> mail = JobType.of("mail", String.class).queue("mails");
        rig.start(rig.worker().handle(mail, (payload, job) -> Ending.done()));
        rig.awaitState(rig.client.enqueue(mail, "x").id(), JobState.SUCCEEDED);
        rig.awaitState(rig.client.enqueue(mail, "x", o -> o.queue("default")).id(), JobState.SUCCEEDED);
    }

    private Job.Outcome outcome(UUID id) {
        return Objects.requireNonNull(rig.job(id).outcome());
    }

    private static NewJob withPolicy(NewJob job, String policy) {
        return new NewJob(
                job.id(),
                job.type(),
                job.queue(),
                job.priority(),
                job.due(),
                job.kind(),
                job.maxAttempts(),
                policy,
                true,
                job.deadline(),
                job.timeout(),
                job.tags(),
                job.key(),
                job.idempotencyKey(),
                job.payload());
    }

    private static Ending deeper(int depth) {
        return depth < 0 ? Ending.done() : deeper(depth + 1);
    }

    /** Holds itself. */
    public static final class Endless {
        /** {@return the same again} */
        public Endless getSelf() {
            return this;
        }
    }
}
