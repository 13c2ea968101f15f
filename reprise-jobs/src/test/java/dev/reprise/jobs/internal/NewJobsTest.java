package dev.reprise.jobs.internal;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.When;
import dev.reprise.jobs.store.JobKey;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class NewJobsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final JobType<String> TYPE = JobType.of("t", String.class);

    private final NewJobs jobs = new NewJobs(JobCodec.json(), InstantSource.fixed(NOON));

    @Test
    void the_default_policy_is_not_written_to_every_row() {
        assertThat(jobs.of(JobRequest.of(TYPE, "p")).policy()).isNull();
    }

    @Test
    void every_other_policy_is_written_so_that_whoever_reclaims_the_job_knows_its_schedule() {
        RetryPolicy policy = RetryPolicy.parse("indefinite floor=3s constant 1m");
        NewJob job = jobs.of(JobRequest.of(JobType.of("t", String.class, policy), "p"));

        assertThat(RetryPolicy.parse(String.valueOf(job.policy()))).isEqualTo(policy);
        assertThat(job.hasOwnPolicy()).isFalse();
        assertThat(job.kind()).isEqualTo(RetryKind.INDEFINITE);
    }

    @Test
    void a_policy_of_the_job_s_own_wins_and_says_so() {
        NewJob job = jobs.of(JobRequest.of(TYPE, "p", o -> o.policy(RetryPolicy.attempts(20))));

        assertThat(job.hasOwnPolicy()).isTrue();
        assertThat(job.maxAttempts()).isEqualTo(20);
        assertThat(RetryPolicy.parse(String.valueOf(job.policy()))).isEqualTo(RetryPolicy.attempts(20));
    }

    @Test
    void two_types_in_turn_keep_their_own_policies() {
        JobType<String> other = JobType.of("u", String.class, RetryPolicy.attempts(9));
        for (int i = 0; i < 3; i++) {
            assertThat(jobs.of(JobRequest.of(TYPE, "p")).policy()).isNull();
            assertThat(jobs.of(JobRequest.of(other, "p")).policy()).contains("attempts=9");
        }
    }

    @Test
    void the_time_budget_of_the_policy_becomes_the_deadline_unless_the_call_has_one() {
        JobType<String> type =
                JobType.of("t", String.class, RetryPolicy.defaults().timeBudget(ofHours(2)));

        assertThat(jobs.of(JobRequest.of(type, "p")).deadline()).isEqualTo(When.after(ofHours(2)));
        assertThat(jobs.of(JobRequest.of(type, "p", o -> o.deadline(NOON))).deadline())
                .isEqualTo(When.at(NOON));
        assertThat(jobs.of(JobRequest.of(TYPE, "p")).deadline()).isNull();
    }

    @Test
    void queue_and_time_out_are_the_call_s_else_the_type_s() {
        JobType<String> type = JobType.of("t", String.class).queue("slow").timeout(ofSeconds(30));

        assertThat(jobs.of(JobRequest.of(type, "p")).queue()).isEqualTo("slow");
        assertThat(jobs.of(JobRequest.of(type, "p")).timeout()).isEqualTo(ofSeconds(30));
        NewJob own = jobs.of(JobRequest.of(type, "p", o -> o.queue("fast").timeout(ofSeconds(1))));
        assertThat(own.queue()).isEqualTo("fast");
        assertThat(own.timeout()).isEqualTo(ofSeconds(1));
    }

    @Test
    void keys_of_different_types_never_meet() {
        NewJob job = jobs.of(JobRequest.of(TYPE, "p", o -> o.key("k").idempotencyKey("r", ofHours(1))));

        assertThat(job.key()).isEqualTo(new JobKey("key:t", "k", null));
        assertThat(job.idempotencyKey()).isEqualTo(new JobKey("idempotency:t", "r", ofHours(1)));
    }

    @Test
    void a_payload_of_one_mebibyte_is_taken_and_one_byte_more_refused_with_its_size() {
        String most = "x".repeat(NewJobs.MAX_PAYLOAD - 2); // JSON adds two quotes.
        assertThat(jobs.of(JobRequest.of(TYPE, most)).payload()).hasSize(NewJobs.MAX_PAYLOAD);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> jobs.of(JobRequest.of(TYPE, most + "x")))
                .withMessageStartingWith("payload of t: 1048577 bytes; allowed are 1048576 (1 MiB)");
    }

    @Test
    void a_payload_that_cannot_be_encoded_is_refused_at_enqueue() {
        JobType<Object> type = JobType.of("t", Object.class);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> jobs.of(JobRequest.of(type, new SelfReferring())))
                .withMessageStartingWith(
                        "payload of t: a dev.reprise.jobs.internal.NewJobsTest$SelfReferring cannot be encoded");
    }

    /** hardbyte/awa#85: bytes are kept as they are, so nothing in a payload can be refused later. */
    @Test
    void a_nul_in_a_payload_passes() throws Exception {
        NewJob job = jobs.of(JobRequest.of(TYPE, "a\0b"));

        assertThat(JobCodec.json().decode(job.payload(), String.class)).isEqualTo("a\0b");
    }

    @Test
    void a_payload_is_written_as_json() {
        assertThat(new String(jobs.of(JobRequest.of(TYPE, "p")).payload(), StandardCharsets.UTF_8))
                .isEqualTo("\"p\"");
    }

    /** Refers to itself. */
    public static final class SelfReferring {
        /** {@return this} */
        public SelfReferring getSelf() {
            return this;
        }
    }
}
