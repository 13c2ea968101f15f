package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.WorkerSession;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HooksTest {
    private final Rig rig = new Rig();
    private final List<Heard> heard = new CopyOnWriteArrayList<>();
    private final CountDownLatch started = new CountDownLatch(1);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_success_is_told_with_the_terminal_row_and_the_value() {
        start();
        UUID id = rig.enqueue("done");
        assertThat(awaitOne()).satisfies(one -> {
            assertThat(one.name).isEqualTo("success");
            assertThat(one.job.id()).isEqualTo(id);
            assertThat(one.job.state()).isEqualTo(JobState.SUCCEEDED);
            assertThat(one.detail).isEqualTo("value");
        });
    }

    @Test
    void an_exhausted_job_is_told_with_its_failure() {
        start();
        rig.enqueue("fail", o -> o.policy(RetryPolicy.attempts(1)));
        assertThat(awaitOne()).satisfies(one -> {
            assertThat(one.name).isEqualTo("exhausted");
            assertThat(one.job.state()).isEqualTo(JobState.FAILED);
            assertThat(one.detail).isInstanceOf(IOException.class);
        });
    }

    @Test
    void a_retry_tells_nobody() {
        start();
        UUID id = rig.enqueue("fail");
        rig.awaitState(id, JobState.SCHEDULED);
        rig.awaitState(rig.enqueue("done"), JobState.SUCCEEDED);
        assertThat(awaitOne().name).isEqualTo("success");
    }

    @Test
    void a_retry_that_its_deadline_refuses_is_told_as_exhausted() {
        start();
        rig.enqueue("fail", o -> o.deadline(Duration.ofSeconds(1)));
        Heard one = awaitOne();
        assertThat(one.name).isEqualTo("exhausted");
        assertThat(Objects.requireNonNull(one.job.outcome()).reason()).isEqualTo("DEADLINE");
    }

    @Test
    void a_job_whose_deadline_passes_while_it_waits_is_told_by_the_worker_that_sweeps() {
        start();
        rig.enqueue("done", o -> o.after(Duration.ofHours(1)).deadline(Duration.ofSeconds(1)));
        rig.advance(Duration.ofSeconds(10));
        Heard one = awaitOne();
        assertThat(one.name).isEqualTo("exhausted");
        assertThat(one.detail).isNull();
    }

    // graphile/worker#254: a worker that died on the last attempt left the job locked for ever.
    @Test
    void a_job_whose_worker_dies_on_the_last_attempt_is_told_as_exhausted_by_the_worker_that_sweeps() {
        UUID id = rig.enqueue("done", o -> o.policy(RetryPolicy.attempts(1)));
        WorkerSession stranger = rig.stranger();
        stranger.claim(List.of(new Lane("default", TYPE.name(), null)), 1, Duration.ofSeconds(60));
        start();
        rig.advance(Duration.ofSeconds(66));
        Heard one = awaitOne();
        assertThat(one.name).isEqualTo("exhausted");
        assertThat(one.job.id()).isEqualTo(id);
        assertThat(one.job.state()).isEqualTo(JobState.CRASHED);
    }

    @Test
    void a_cancel_is_told_if_the_job_ran() throws Exception {
        start();
        UUID id = rig.enqueue("wait");
        started.await();
        rig.client.cancel(id);
        Heard one = awaitOne();
        assertThat(one.name).isEqualTo("cancel");
        assertThat(one.job.state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void a_cancel_of_a_job_that_waited_tells_nobody() {
        start();
        rig.client.cancel(rig.enqueue("done", o -> o.after(Duration.ofHours(1))));
        rig.awaitState(rig.enqueue("done"), JobState.SUCCEEDED);
        assertThat(awaitOne().name).isEqualTo("success");
    }

    @Test
    void a_hook_that_throws_changes_nothing() {
        AtomicInteger calls = new AtomicInteger();
        rig.start(
                (payload, job) -> Ending.done(),
                on -> on.onSuccess((job, value) -> {
                    calls.incrementAndGet();
                    throw new IOException("hook");
                }));
        UUID first = rig.enqueue("x");
        UUID second = rig.enqueue("x");
        Await.until("both are called", () -> calls.get() == 2);
        assertThat(rig.state(first)).isEqualTo(JobState.SUCCEEDED);
        assertThat(rig.state(second)).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    void a_hook_is_interrupted_after_3_s_and_holds_up_no_other() throws Exception {
        AtomicBoolean interrupted = new AtomicBoolean();
        CountDownLatch gate = rig.gate();
        AtomicInteger others = new AtomicInteger();
        rig.start(
                (payload, job) -> Ending.done(),
                on -> on.onSuccess((job, value) -> {
                    if (new String(job.payload(), StandardCharsets.UTF_8).contains("slow")) {
                        started.countDown();
                        try {
                            gate.await();
                        } catch (InterruptedException stop) {
                            interrupted.set(true);
                        }
                    } else {
                        others.incrementAndGet();
                    }
                }));
        rig.enqueue("slow");
        started.await();
        rig.advance(Duration.ofMillis(2_999));
        assertThat(interrupted).isFalse();
        rig.enqueue("quick");
        Await.until("the other is called", () -> others.get() == 1);
        rig.advance(Duration.ofMillis(1));
        Await.until("interrupted", interrupted::get);
    }

    private void start() {
        rig.start(
                (payload, job) -> switch (payload) {
                    case "fail" -> throw new IOException("fail");
                    case "wait" -> {
                        CountDownLatch told = rig.gate();
                        job.onCancel(told::countDown);
                        started.countDown();
                        told.await();
                        yield Ending.cancelled();
                    }
                    default -> Ending.done("value");
                },
                on -> on.onSuccess((job, value) -> heard.add(new Heard("success", job, value)))
                        .onExhausted((job, failure) -> heard.add(new Heard("exhausted", job, failure)))
                        .onCancel(job -> heard.add(new Heard("cancel", job, null))));
    }

    private Heard awaitOne() {
        Await.until("a hook is called", () -> !heard.isEmpty());
        assertThat(heard).hasSize(1);
        return heard.get(0);
    }

    private record Heard(String name, Job job, @Nullable Object detail) {}
}
