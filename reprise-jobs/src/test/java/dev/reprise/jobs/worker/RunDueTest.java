package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunDueTest {
    private final Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void a_hook_runs_on_the_calling_thread_before_the_next_job_does() {
        List<String> order = new ArrayList<>();
        rig.enqueue("a");
        rig.advance(Duration.ofSeconds(1));
        rig.enqueue("b");
        Worker worker = rig.worker()
                .handle(
                        TYPE,
                        (payload, job) -> {
                            order.add(payload);
                            return Ending.done();
                        },
                        on -> on.onSuccess((job, value) ->
                                order.add("hook on " + Thread.currentThread().getName())));
        assertThat(worker.runDue()).isEqualTo(2);
        String hook = "hook on " + Thread.currentThread().getName();
        assertThat(order).containsExactly("a", hook, "b", hook);
    }

    @Test
    void an_interrupt_of_the_caller_ends_the_run_after_the_job_and_is_kept() {
        UUID first = rig.enqueue("flag");
        rig.advance(Duration.ofSeconds(1));
        UUID second = rig.enqueue("throw");
        rig.advance(Duration.ofSeconds(1));
        UUID third = rig.enqueue("never");
        Worker worker = rig.worker().handle(TYPE, (payload, job) -> {
            Thread.currentThread().interrupt();
            if (payload.equals("throw")) {
                Thread.interrupted();
                throw new InterruptedException("as a wait does");
            }
            return Ending.done();
        });
        assertThat(worker.runDue()).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(rig.state(first)).isEqualTo(JobState.SUCCEEDED);
        assertThat(rig.state(second)).isEqualTo(JobState.READY);
        assertThat(worker.runDue()).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(rig.state(second)).isEqualTo(JobState.SCHEDULED);
        assertThat(rig.state(third)).isEqualTo(JobState.READY);
    }
}
