package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StopTest {
    private final Rig rig = new Rig();
    private final CountDownLatch started = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private final CountDownLatch stubborn = rig.gate();
    private final AtomicInteger asked = new AtomicInteger();

    @AfterEach
    void close() {
        rig.close();
    }

    @Nested
    class A_cancel {
        @Test
        void is_told_to_the_handler_which_ends_the_job_as_cancelled() throws Exception {
            CountDownLatch told = rig.gate();
            rig.start((payload, job) -> {
                job.onCancel(told::countDown);
                started.countDown();
                told.await();
                job.throwIfCancelled();
                return Ending.done();
            });
            UUID id = rig.enqueue("x");
            started.await();
            rig.client.cancel(id);
            rig.awaitState(id, JobState.CANCELLED);
        }

        @Test
        void loses_to_a_value() throws Exception {
            CountDownLatch told = rig.gate();
            rig.start((payload, job) -> {
                job.onCancel(told::countDown);
                started.countDown();
                told.await();
                return Ending.done();
            });
            UUID id = rig.enqueue("x");
            started.await();
            rig.client.cancel(id);
            rig.awaitState(id, JobState.SUCCEEDED);
        }

        @Test
        void interrupts_30_s_later() throws Exception {
            UUID id = startWaiting();
            rig.client.cancel(id);
            awaitAsked(id);
            rig.advance(Duration.ofSeconds(30).minusMillis(1));
            assertThat(interrupted).isFalse();
            rig.advance(Duration.ofMillis(1));
            rig.awaitState(id, JobState.CANCELLED);
            assertThat(interrupted).isTrue();
        }

        @Test
        void gives_the_handler_up_10_s_after_that_and_frees_its_slot() throws Exception {
            RunningWorker worker = startStubborn(o -> o);
            UUID id = rig.enqueue("stubborn");
            started.await();
            rig.client.cancel(id);
            awaitAsked(id);
            rig.advance(Duration.ofSeconds(40).minusMillis(1));
            assertThat(rig.state(id)).isEqualTo(JobState.RUNNING);
            rig.advance(Duration.ofMillis(1));
            rig.awaitState(id, JobState.CANCELLED);
            Await.until("its slot is replaced", () -> worker.status().leakedThreads() == 1);
            rig.awaitState(rig.enqueue("next"), JobState.SUCCEEDED);
        }

        @Test
        void that_gave_a_handler_up_writes_its_late_ending_nowhere() throws Exception {
            RunningWorker worker = startStubborn(o -> o);
            UUID id = rig.enqueue("stubborn");
            started.await();
            rig.client.cancel(id);
            awaitAsked(id);
            rig.advance(Duration.ofSeconds(40));
            rig.awaitState(id, JobState.CANCELLED);
            stubborn.countDown();
            Await.until("the thread ends", () -> worker.status().leakedThreads() == 0);
            assertThat(rig.store.ends.stream()
                            .flatMap(call -> call.endings().stream())
                            .filter(ending -> ending.id().equals(id)))
                    .singleElement()
                    .satisfies(ending -> assertThat(ending.kind()).isEqualTo(Kind.CANCEL));
        }
    }

    @Nested
    class A_time_out {
        @Test
        void is_a_failure_for_the_decision() throws Exception {
            rig.start((payload, job) -> {
                started.countDown();
                Await.until("stop", job::isCancelled);
                throw new CancellationException("stopped");
            });
            UUID id = rig.enqueue(
                    "x",
                    o -> o.timeout(Duration.ofSeconds(5))
                            .policy(RetryPolicy.attempts(2).backoff("constant 7s")));
            started.await();
            rig.advance(Duration.ofSeconds(5));
            rig.awaitState(id, JobState.SCHEDULED);
            assertThat(rig.client.history(id))
                    .singleElement()
                    .satisfies(attempt -> assertThat(attempt.error()).contains("AttemptTimeoutException", "5s"));
        }

        @Test
        void does_not_touch_a_handler_that_ended_in_time() {
            rig.start(
                    (payload, job) -> {
                        job.onCancel(asked::incrementAndGet);
                        return Ending.done();
                    },
                    on -> on.timeout(Duration.ofSeconds(5)));
            rig.awaitState(rig.enqueue("x"), JobState.SUCCEEDED);
            rig.advance(Duration.ofSeconds(5));
            rig.awaitState(rig.enqueue("y"), JobState.SUCCEEDED);
            assertThat(asked).hasValue(0);
        }

        // timgit/pg-boss#555, #132: the expired job still ran when its retry started.
        @Test
        void asks_first_then_interrupts_then_gives_up_and_retries_no_sooner_than_a_lease() throws Exception {
            startStubborn(on -> on.timeout(Duration.ofSeconds(5)));
            UUID id = rig.enqueue(
                    "stubborn", o -> o.policy(RetryPolicy.attempts(2).backoff("constant 7s")));
            started.await();
            rig.advance(Duration.ofSeconds(44));
            assertThat(rig.state(id)).isEqualTo(JobState.RUNNING);
            rig.advance(Duration.ofSeconds(1));
            rig.awaitState(id, JobState.SCHEDULED);
            assertThat(Duration.between(rig.time.manual().instant(), rig.job(id).dueAt()))
                    .isEqualTo(Duration.ofSeconds(60));
        }

        @Test
        void of_a_running_attempt_is_not_its_deadline() throws Exception {
            CountDownLatch gate = rig.gate();
            rig.start((payload, job) -> {
                started.countDown();
                gate.await();
                return Ending.done();
            });
            UUID id = rig.enqueue("x", o -> o.deadline(Duration.ofSeconds(1)));
            started.await();
            rig.advance(Duration.ofSeconds(30));
            gate.countDown();
            rig.awaitState(id, JobState.SUCCEEDED);
        }
    }

    @Nested
    class A_lease {
        @Test
        void is_renewed_while_the_handler_runs() throws Exception {
            UUID id = startWaiting();
            rig.advance(Duration.ofMinutes(10));
            assertThat(rig.state(id)).isEqualTo(JobState.RUNNING);
            assertThat(rig.job(id).counts().crashes()).isZero();
        }

        // kagkarlsson/db-scheduler#402: a worker that had lost its lock went on working.
        @Test
        void that_cannot_be_renewed_asks_the_handler_at_two_thirds_and_interrupts_at_five_sixths() throws Exception {
            AtomicBoolean asked = new AtomicBoolean();
            CountDownLatch gate = rig.gate();
            rig.start((payload, job) -> {
                job.onCancel(() -> asked.set(true));
                started.countDown();
                try {
                    gate.await();
                } catch (InterruptedException stop) {
                    interrupted.set(true);
                    throw stop;
                }
                return Ending.done();
            });
            rig.enqueue("x");
            started.await();
            rig.store.isBeatDown = true;
            rig.advance(Duration.ofSeconds(40).minusMillis(1));
            assertThat(asked).isFalse();
            rig.advance(Duration.ofMillis(1));
            Await.until("asked", asked::get);
            rig.advance(Duration.ofSeconds(10).minusMillis(1));
            assertThat(interrupted).isFalse();
            rig.advance(Duration.ofMillis(1));
            Await.until("interrupted", interrupted::get);
        }

        @Test
        void that_is_over_gives_the_handler_up_and_writes_nothing() throws Exception {
            RunningWorker worker = startStubborn(o -> o);
            rig.enqueue("stubborn");
            started.await();
            rig.store.isBeatDown = true;
            rig.advance(Duration.ofSeconds(60).minusMillis(1));
            assertThat(worker.status().leakedThreads()).isZero();
            rig.advance(Duration.ofMillis(1));
            Await.until("given up", () -> worker.status().leakedThreads() == 1);
            assertThat(rig.store.ends).isEmpty();
        }

        @Test
        void that_is_over_is_reclaimed_as_a_crash_and_not_handed_back() throws Exception {
            startStubborn(o -> o);
            UUID id = rig.enqueue("stubborn");
            started.await();
            rig.store.isBeatDown = true;
            rig.advance(Duration.ofSeconds(61));
            rig.store.isBeatDown = false;
            rig.advance(Duration.ofSeconds(10));
            Await.until("reclaimed", () -> rig.job(id).counts().crashes() == 1);
            assertThat(rig.job(id).counts().attempt())
                    .isEqualTo(rig.job(id).counts().epoch());
            assertThat(rig.client.history(id))
                    .singleElement()
                    .satisfies(attempt -> assertThat(attempt.how()).isEqualTo(AttemptRecord.How.CRASHED));
        }

        @Test
        void that_somebody_else_has_stops_the_handler_whose_ending_is_not_written() throws Exception {
            UUID id = startWaiting();
            rig.store.takeAway.add(id);
            rig.advance(Duration.ofSeconds(10));
            rig.store.takeAway.clear();
            rig.advance(Duration.ofSeconds(10));
            Await.until("interrupted", interrupted::get);
            assertThat(rig.store.ends).isEmpty();
        }
    }

    private void awaitAsked(UUID id) {
        Await.until("the cancel of " + id + " is delivered", () -> asked.get() > 0);
    }

    private RunningWorker startStubborn(UnaryOperator<HandlerOptions> options) {
        return rig.start(
                (payload, job) -> {
                    if (payload.equals("stubborn")) {
                        job.onCancel(asked::incrementAndGet);
                        started.countDown();
                        Rig.stubbornly(stubborn);
                    }
                    return Ending.done();
                },
                options);
    }

    private UUID startWaiting() throws InterruptedException {
        CountDownLatch gate = rig.gate();
        rig.start((payload, job) -> {
            job.onCancel(asked::incrementAndGet);
            started.countDown();
            try {
                gate.await();
            } catch (InterruptedException stop) {
                interrupted.set(true);
                throw stop;
            }
            return Ending.done();
        });
        UUID id = rig.enqueue("x");
        started.await();
        return id;
    }
}
