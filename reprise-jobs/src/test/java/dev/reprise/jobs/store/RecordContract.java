package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.When;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What comes back is what went in. */
interface RecordContract extends StoreUnderTest {
    String UNICODE = "Zürich 東京 🚲 \"quoted\" \\back, {comma} \t tab\nline 'single' null NULL";

    @Test
    default void every_field_of_a_job_comes_back() {
        Instant due = Instant.parse("2001-02-03T04:05:06.123456Z");
        Instant deadline = Instant.parse("2201-02-03T04:05:06.654321Z");
        byte[] payload = UNICODE.getBytes(StandardCharsets.UTF_8);
        RetryPolicy policy = RetryPolicy.attempts(9);
        Sample sample = Sample.job()
                .type("types.a/b:c-d_e")
                .queue("queue.x")
                .priority(-10_000)
                .due(When.at(due))
                .kind(RetryKind.INDEFINITE)
                .maxAttempts(32_766)
                .ownPolicy(policy.toString())
                .deadline(When.at(deadline))
                .timeout(Duration.ofMillis(90_061_001))
                .tags("a", UNICODE, "", "a")
                .key(UNICODE)
                .request(UNICODE, Duration.ofHours(1))
                .payload(payload);
        UUID id = enqueue(sample);
        Job job = look(id);
        Job expected = new Job(
                id,
                "types.a/b:c-d_e",
                "queue.x",
                JobState.READY,
                -10_000,
                RetryKind.INDEFINITE,
                new Job.Counts(0, 32_766, 0, 0, 0, 0),
                job.createdAt(),
                due,
                deadline,
                Duration.ofMillis(90_061_001),
                policy.toString(),
                true,
                List.of("a", UNICODE, "", "a"),
                UNICODE,
                payload,
                null,
                null);
        assertThat(job).usingRecursiveComparison().isEqualTo(expected);
        Lane lane = new Lane("queue.x", "types.a/b:c-d_e", null);
        Claimed claimed = session().claim(List.of(lane), 1, LEASE).get(0);
        assertThat(claimed)
                .usingRecursiveComparison()
                .isEqualTo(new Claimed(
                        id,
                        "types.a/b:c-d_e",
                        "queue.x",
                        1,
                        1,
                        32_766,
                        0,
                        RetryKind.INDEFINITE,
                        policy.toString(),
                        true,
                        deadline,
                        Duration.ofMillis(90_061_001),
                        List.of("a", UNICODE, "", "a"),
                        due.plus(Duration.ofMinutes(10_000)),
                        payload));
    }

    @Test
    default void a_plain_job_has_nothing_of_its_own() {
        Job job = look(enqueue(Sample.job().after(Duration.ofMinutes(1))));
        assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(Duration.between(job.createdAt(), job.dueAt())).isEqualTo(Duration.ofMinutes(1));
        assertThat(job.deadline()).isNull();
        assertThat(job.timeout()).isNull();
        assertThat(job.key()).isNull();
        assertThat(job.tags()).isEmpty();
        assertThat(job.hasOwnPolicy()).isFalse();
        assertThat(job.policy()).isEqualTo(RetryPolicy.defaults().toString());
        assertThat(job.lease()).isNull();
        assertThat(job.outcome()).isNull();
        enqueue(Sample.job());
        assertThat(claimOne(session()).policy()).isNull();
    }

    @Test
    default void a_job_due_now_is_due_when_it_was_created() {
        Job job = look(enqueue(Sample.job()));
        assertThat(job.dueAt()).isEqualTo(job.createdAt());
    }

    @Test
    default void the_least_delay_is_a_delay_and_the_longest_never_comes() {
        UUID soon = enqueue(Sample.job().type("soon"));
        WorkerSession session = session();
        Claimed claimed = claim(session, 1, "soon").get(0);
        assertThat(end(session, Finish.retry(claimed, Duration.ofNanos(1))).state())
                .isEqualTo(JobState.SCHEDULED);
        assertThat(look(soon).state()).isEqualTo(JobState.SCHEDULED);
        UUID never = enqueue(Sample.job()
                .after(Duration.ofSeconds(Long.MAX_VALUE))
                .deadline(When.at(Instant.MAX))
                .timeout(Duration.ofNanos(1)));
        UUID ever = enqueue(Sample.job().due(When.at(Instant.MIN)));
        assertThat(stateOf(never)).isEqualTo(JobState.SCHEDULED);
        assertThat(look(never).timeout()).isEqualTo(Duration.ofMillis(1));
        advance(Duration.ofSeconds(1));
        session.promote(10);
        assertThat(stateOf(soon)).isEqualTo(JobState.READY);
        assertThat(claimOne(session).id()).isEqualTo(ever);
        assertThat(store().prune(Duration.ofSeconds(Long.MAX_VALUE), 10)).isZero();
    }

    @Test
    default void every_kind_comes_back() {
        for (RetryKind kind : RetryKind.values()) {
            UUID id = enqueue(Sample.job().type("kind." + kind).kind(kind));
            assertThat(look(id).kind()).isEqualTo(kind);
            assertThat(claim(session(), 1, "kind." + kind).get(0).kind()).isEqualTo(kind);
        }
    }

    @Test
    default void payloads_and_results_of_any_size_come_back() {
        for (int size : new int[] {0, 1, 65_536, 1_048_576}) {
            byte[] payload = new byte[size];
            new Random(size).nextBytes(payload);
            UUID id = enqueue(Sample.job().payload(payload));
            WorkerSession session = session();
            Claimed claimed = claimOne(session);
            assertThat(claimed.payload()).isEqualTo(payload);
            byte[] result = new byte[Math.min(size, 65_536)];
            new Random(size).nextBytes(result);
            end(session, Finish.success(claimed).result(result));
            Job job = look(id);
            assertThat(job.payload()).isEqualTo(payload);
            assertThat(outcome(id).result()).isEqualTo(result);
        }
    }

    @Test
    default void a_job_that_ended_shows_how_and_what_it_was() {
        UUID id = enqueue(Sample.job()
                .priority(4)
                .tags("t", UNICODE)
                .key("k")
                .ownPolicy("p")
                .timeout(Duration.ofSeconds(5))
                .deadline(Duration.ofDays(9))
                .payload(new byte[] {5}));
        Job before = look(id);
        WorkerSession session = session();
        Finish finish = Finish.of(claimOne(session), Kind.FAIL)
                .error(UNICODE)
                .reason("gone: " + UNICODE)
                .explanation("why: " + UNICODE);
        end(session, finish);
        Job job = look(id);
        Job.Outcome outcome = outcome(id);
        assertThat(outcome.result()).isNull();
        assertThat(outcome.error()).isEqualTo(UNICODE);
        assertThat(outcome.reason()).isEqualTo("gone: " + UNICODE);
        assertThat(outcome.explanation()).isEqualTo("why: " + UNICODE);
        assertThat(Duration.between(job.createdAt(), outcome.endedAt())).isBetween(Duration.ZERO, SLACK);
        assertThat(job)
                .usingRecursiveComparison()
                .ignoringFields("state", "counts", "outcome")
                .isEqualTo(before);
        assertThat(job.state()).isEqualTo(JobState.FAILED);
    }

    @Test
    default void an_attempt_that_did_not_end_its_job_is_in_its_history() {
        UUID id = enqueue(Sample.job());
        UUID worker = UUID.randomUUID();
        WorkerSession session = session(worker);
        Claimed claimed = claimOne(session);
        Job.Lease lease = lease(id);
        end(session, Finish.retry(claimed, Duration.ofMinutes(5)).error(UNICODE).explanation(UNICODE));
        assertThat(store().history(id)).hasSize(1);
        AttemptRecord attempt = store().history(id).get(0);
        assertThat(attempt)
                .usingRecursiveComparison()
                .isEqualTo(new AttemptRecord(
                        id,
                        1,
                        1,
                        How.RETRIED,
                        worker,
                        lease.startedAt(),
                        attempt.endedAt(),
                        look(id).dueAt(),
                        null,
                        UNICODE,
                        null,
                        UNICODE));
        assertThat(Duration.between(attempt.endedAt(), attempt.nextDueAt()))
                .isBetween(
                        Duration.ofMinutes(5).minusSeconds(1),
                        Duration.ofMinutes(5).plusSeconds(1));
        assertThat(attempt.endedAt()).isAfterOrEqualTo(lease.startedAt());
    }

    @Test
    default void an_unknown_job_has_neither_record_nor_history() {
        assertThat(store().find(UUID.randomUUID())).isEmpty();
        assertThat(store().history(UUID.randomUUID())).isEmpty();
    }

    @Test
    default void counts_have_an_entry_for_each_state() {
        assertThat(store().counts()).containsOnlyKeys(JobState.values());
        assertThat(store().counts().values()).containsOnly(0L);
        WorkerSession session = session();
        IntStream.range(0, 5).forEach(i -> enqueue(Sample.job()));
        List<Claimed> claims = claim(session, 5);
        end(session, Finish.success(claims.get(0)));
        end(session, Finish.failure(claims.get(1)));
        end(session, Finish.of(claims.get(2), Kind.CANCEL));
        advance(LEASE.plusSeconds(1));
        session.reclaim(
                List.of(Sample.Lapse.CRASH.of(lapsed(session, claims.get(3).id()))));
        enqueue(Sample.job());
        enqueue(Sample.job().after(Duration.ofHours(1)));
        assertThat(store().counts().values()).containsOnly(1L);
    }

    @Test
    default void nothing_is_added_where_nothing_is_given() {
        assertThat(store().enqueue(List.of())).isEmpty();
        assertThat(store().copy(List.<NewJob>of().iterator())).isZero();
        assertThat(session().end(UUID.randomUUID(), List.of())).isEmpty();
        assertThat(session().reclaim(List.of())).isEmpty();
    }

    @Test
    default void copied_jobs_are_as_good_as_enqueued_ones() {
        Sample sample = Sample.job()
                .priority(2)
                .after(Duration.ofHours(1))
                .tags("x", UNICODE, "\\N", "")
                .policy(UNICODE)
                .timeout(Duration.ofSeconds(1))
                .payload(new byte[] {0, 1, -1, '\\', '\t', '\n'});
        Iterator<NewJob> jobs = IntStream.range(0, 3000)
                .mapToObj(i -> i == 1500 ? sample.build() : Sample.job().build())
                .iterator();
        assertThat(store().copy(jobs)).isEqualTo(3000);
        assertThat(store().counts()).containsEntry(JobState.READY, 2999L).containsEntry(JobState.SCHEDULED, 1L);
        Job job = look(sample.build().id());
        assertThat(job.tags()).containsExactly("x", UNICODE, "\\N", "");
        assertThat(job.policy()).isEqualTo(UNICODE);
        assertThat(job.payload()).containsExactly(0, 1, -1, '\\', '\t', '\n');
        assertThat(Duration.between(job.createdAt(), job.dueAt())).isEqualTo(Duration.ofHours(1));
    }

    @Test
    default void a_batch_is_added_as_a_whole_or_not_at_all() {
        UUID known = enqueue(Sample.job());
        NewJob fresh = Sample.job().key("k").build();
        List<NewJob> jobs = List.of(fresh, Sample.job().id(known).build());
        assertThatThrownBy(() -> store().enqueue(jobs)).isInstanceOf(StoreException.class);
        assertThat(store().find(fresh.id())).isEmpty();
        assertThat(offer(Sample.job().key("k")).existed()).isFalse();
    }

    @Test
    default void a_copy_whose_source_fails_adds_nothing() {
        Iterator<NewJob> broken = new Iterator<>() {
            private int given;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public NewJob next() {
                if (given++ == 10) {
                    throw new NoSuchElementException("the source broke");
                }
                return Sample.job().build();
            }
        };
        assertThatThrownBy(() -> store().copy(broken)).hasStackTraceContaining("the source broke");
        assertThat(store().counts()).containsEntry(JobState.READY, 0L);
    }
}
