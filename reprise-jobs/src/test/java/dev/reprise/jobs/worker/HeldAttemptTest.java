package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.internal.NewJobs;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What becomes of an attempt that this process holds. */
class HeldAttemptTest {
    private static final UUID JOB = UUID.fromString("00000000-0000-0000-0000-000000000007");

    private final TestTime time = new TestTime();
    private final JobCodec codec = JobCodec.json();
    private final Surroundings around = new Surroundings(
            time,
            new Aside(Runnable::run),
            codec,
            new NewJobs(codec, InstantSource.system()),
            Checks.nanos(Duration.ofSeconds(60)));

    @Test
    void a_later_claim_of_the_same_job_does_not_hide_the_earlier_one() {
        Holdings holdings = new Holdings();
        Attempt earlier = attempt(1);
        Attempt later = attempt(2);
        holdings.add(earlier);
        holdings.add(later);
        assertThat(holdings.all()).containsExactlyInAnyOrder(earlier, later);
        holdings.remove(earlier);
        assertThat(holdings.find(later.claim)).isSameAs(later);
        assertThat(holdings.find(earlier.claim)).isNull();
    }

    @Test
    void an_attempt_whose_ending_cannot_be_sent_is_held_no_longer_and_its_thread_goes_on() {
        List<Attempt> dropped = new ArrayList<>();
        Outbox broken = new Outbox() {
            @Override
            public void send(Finished finished) {
                throw new OutOfMemoryError("no room");
            }

            @Override
            public void handBack(Attempt attempt) {
                throw new OutOfMemoryError("no room");
            }

            @Override
            public void drop(Attempt attempt) {
                dropped.add(attempt);
            }
        };
        EndingDecider decider = new EndingDecider(InstantSource.system(), Duration.ofSeconds(60));
        AttemptRunner runner =
                new AttemptRunner(around, decider, new Stopper(around, decider, broken, () -> {}), broken);
        Attempt ended = attempt(1);
        Attempt calledOff = attempt(2);
        calledOff.ask(StopReason.CANCEL);
        assertThat(runner.run(ended)).isTrue();
        assertThat(runner.run(calledOff)).isTrue();
        Attempt givenUp = attempt(3);
        givenUp.start();
        new Stopper(around, decider, broken, () -> {}).abandon(givenUp);
        assertThat(dropped).containsExactly(ended, calledOff, givenUp);
    }

    @Test
    void a_new_appointment_against_a_handler_cancels_the_one_before() {
        Attempt attempt = attempt(1);
        attempt.start();
        attempt.timer(time.schedule(() -> {}, 1));
        attempt.timer(time.schedule(() -> {}, 1));
        assertThat(time.manual().pending()).isEqualTo(1);
        attempt.finish();
        attempt.timer(time.schedule(() -> {}, 1));
        assertThat(time.manual().pending()).isZero();
    }

    private Attempt attempt(int epoch) {
        Claimed claimed = new Claimed(
                JOB,
                "t",
                "default",
                epoch,
                epoch,
                9,
                0,
                RetryKind.TRANSIENT,
                null,
                false,
                null,
                null,
                List.of(),
                Instant.EPOCH,
                "\"x\"".getBytes(StandardCharsets.UTF_8));
        Binding<String> binding = new Binding<>(
                JobType.of("t", String.class, RetryPolicy.defaults()),
                (payload, job) -> Ending.done(),
                HandlerOptions.DEFAULTS,
                codec,
                Duration.ofHours(24));
        return new Attempt(claimed, binding, around, time.nanoTime());
    }
}
