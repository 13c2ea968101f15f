package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.policy.RetryKind;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReclaimsTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();
    private static final Duration HOUR = Duration.ofHours(1);

    private final Rows rows = new Rows(DATABASE);
    private final Sweeps sweeps = new Sweeps(DATABASE.database(), DATABASE.runner());
    private final Views views = new Views(DATABASE.database(), DATABASE.runner());
    private final UUID worker = UUID.randomUUID();

    @BeforeEach
    void empty() {
        DATABASE.execute("truncate reprise.job, reprise.job_done, reprise.job_key, reprise.job_attempt");
        DATABASE.execute("drop trigger if exists stubborn on reprise.job");
    }

    private Reclaim pend(UUID id, Duration delay) {
        return new Reclaim(id, worker, 1, 1, delay, "The lease lapsed.", null, "delay " + delay);
    }

    private @Nullable String reason(UUID id) {
        return views.find(id).map(Job::outcome).map(Job.Outcome::reason).orElse(null);
    }

    private Reclaim crash(UUID id) {
        return new Reclaim(id, worker, 1, 1, null, "The lease lapsed.", "ATTEMPTS_EXHAUSTED", "no attempt is left");
    }

    private List<JobState> reclaim(Reclaim... reclaims) {
        List<EndingVerdict> verdicts = sweeps.reclaim(List.of(reclaims));
        assertThat(verdicts)
                .extracting(EndingVerdict::id)
                .containsExactly(Stream.of(reclaims).map(Reclaim::id).toArray(UUID[]::new));
        List<JobState> states = new ArrayList<>();
        verdicts.forEach(verdict -> states.add(verdict.state()));
        return states;
    }

    @Nested
    class Listing {
        @Test
        void a_lapsed_lease_is_listed_with_what_decides() {
            UUID id = rows.running(worker, -1_000);
            rows.running(worker, 60_000);
            rows.ready();

            assertThat(sweeps.lapsed(null, 10))
                    .containsExactly(new Lapsed(id, "t", worker, 1, 1, 3, RetryKind.TRANSIENT, null, false));
        }

        @Test
        void a_kind_of_a_newer_version_is_not_known() {
            UUID id = rows.running(worker, -1_000);
            DATABASE.execute("update reprise.job set kind = 9 where id = ?", id);

            assertThat(sweeps.lapsed(null, 10)).extracting(Lapsed::kind).containsExactly((RetryKind) null);
        }

        @Test
        void pages_go_past_rows_that_the_caller_skips() {
            for (int i = 0; i < 7; i++) {
                rows.running(UUID.randomUUID(), -1_000);
            }
            List<UUID> seen = new ArrayList<>();
            List<Lapsed> page = sweeps.lapsed(null, 3);
            while (!page.isEmpty()) {
                page.forEach(lapsed -> seen.add(lapsed.id()));
                page = sweeps.lapsed(seen.get(seen.size() - 1), 3);
            }

            assertThat(seen).hasSize(7).doesNotHaveDuplicates();
            assertThat(seen).isSortedAccordingTo((a, b) -> a.toString().compareTo(b.toString()));
        }

        @Test
        void three_lapses_within_72_hours_under_three_incarnations_are_poison() {
            UUID id = rows.running(worker, -1_000);
            UUID second = UUID.randomUUID();
            UUID third = UUID.randomUUID();

            assertThat(isPoison(id, List.of(second), List.of(1))).isFalse();
            assertThat(isPoison(id, List.of(second, third), List.of(1, 71))).isTrue();
            assertThat(isPoison(id, List.of(second, third), List.of(1, 73))).isFalse();
            assertThat(isPoison(id, List.of(second, second), List.of(1, 2))).isFalse();
            assertThat(isPoison(id, List.of(second, worker, worker), List.of(1, 2, 3)))
                    .isFalse();
        }

        private boolean isPoison(UUID id, List<UUID> workers, List<Integer> hoursAgo) {
            StringBuilder times = new StringBuilder();
            StringBuilder names = new StringBuilder();
            for (int i = 0; i < workers.size(); i++) {
                String comma = i == 0 ? "" : ",";
                times.append(comma).append("clock_timestamp() - interval '" + hoursAgo.get(i) + " h'");
                names.append(comma).append('\'').append(workers.get(i)).append("'::uuid");
            }
            DATABASE.execute("update reprise.job set crash_times = array[" + times + "], crash_workers = array[" + names
                    + "] where id = '" + id + "'");
            return sweeps.lapsed(null, 10).get(0).isPoison();
        }

        @Test
        void of_many_lapses_under_one_incarnation_the_latest_is_kept_and_those_under_others_stay() {
            UUID id = rows.ready();
            UUID first = UUID.randomUUID();
            for (int i = 1; i <= 12; i++) {
                UUID incarnation = i == 1 ? first : worker;
                rows.claim(id, incarnation, -1_000);
                sweeps.reclaim(List.of(new Reclaim(id, incarnation, i, i, Duration.ZERO, "e", null, "x")));
            }
            rows.claim(id, UUID.randomUUID(), -1_000);

            assertThat(sweeps.lapsed(null, 1).get(0).isPoison()).isTrue();
            assertThat(DATABASE.ask(
                            Boolean.class,
                            "select crash_workers = array[?, ?]::uuid[] and cardinality(crash_times) = 2 from reprise.job",
                            first,
                            worker))
                    .isTrue();
        }

        @Test
        void reclaims_add_up_to_poison_and_only_the_latest_eight_are_kept() {
            UUID id = rows.ready();
            for (int i = 1; i <= 12; i++) {
                UUID incarnation = new UUID(7, i);
                rows.claim(id, incarnation, -1_000);
                assertThat(sweeps.lapsed(null, 1).get(0).isPoison()).isEqualTo(i >= 3);
                sweeps.reclaim(List.of(new Reclaim(id, incarnation, i, i, Duration.ZERO, "e", null, "x")));
            }

            assertThat(DATABASE.ask(
                            String.class,
                            "select cardinality(crash_times) || ' ' || cardinality(crash_workers) || ' '"
                                    + " || crash_workers[8] || ' ' || crashes from reprise.job where id = ?",
                            id))
                    .isEqualTo("8 8 " + new UUID(7, 12) + " 12");
        }
    }

    @Nested
    class Taking {
        @Test
        void a_row_that_somebody_has_locked_is_left_with_a_null_verdict_and_holds_up_no_other() throws Exception {
            UUID locked = rows.running(worker, -1_000);
            UUID free = rows.running(worker, -1_000);
            try (Connection other = DATABASE.dataSource().getConnection()) {
                other.setAutoCommit(false);
                LiveDatabase.execute(other, "select from reprise.job where id = ? for update", locked);

                assertThat(reclaim(pend(locked, Duration.ZERO), pend(free, HOUR)))
                        .containsExactly(null, JobState.SCHEDULED);
                other.rollback();
            }
            assertThat(reclaim(pend(locked, HOUR))).containsExactly(JobState.SCHEDULED);
        }

        @Test
        void a_lapsed_job_is_due_again_counted_from_the_end_of_its_lease() {
            UUID id = rows.running(worker, -1_000);
            Instant end = DATABASE.ask(OffsetDateTime.class, "select lease_until from reprise.job where id = ?", id)
                    .toInstant();

            assertThat(reclaim(pend(id, HOUR))).containsExactly(JobState.SCHEDULED);

            Job job = views.find(id).orElseThrow();
            assertThat(job.dueAt()).isEqualTo(end.plus(HOUR));
            assertThat(job.counts()).isEqualTo(new Job.Counts(1, 3, 1, 0, 0, 1));
            assertThat(job.lease()).isNull();
            assertThat(DATABASE.ask(
                            Boolean.class,
                            "select sort_at = due_at and worker is null and lease_until is null and started_at is null"
                                    + " and not cancel from reprise.job where id = ?",
                            id))
                    .isTrue();
            AttemptRecord attempt = views.history(id).get(0);
            assertThat(attempt.how()).isEqualTo(AttemptRecord.How.CRASHED);
            assertThat(attempt.worker()).isEqualTo(worker);
            assertThat(attempt.startedAt()).isNotNull();
            assertThat(attempt.nextDueAt()).isEqualTo(end.plus(HOUR));
            assertThat(List.of(attempt.error(), attempt.explanation()))
                    .containsExactly("The lease lapsed.", "delay PT1H");
        }

        @Test
        void head_start_is_kept() {
            UUID id = rows.running(worker, -1_000);
            DATABASE.execute("update reprise.job set priority = 5 where id = ?", id);

            reclaim(pend(id, HOUR));

            assertThat(DATABASE.ask(
                            Boolean.class,
                            "select sort_at = due_at - interval '5 min' from reprise.job where id = ?",
                            id))
                    .isTrue();
        }

        @Test
        void a_delay_that_has_passed_makes_it_ready() {
            assertThat(reclaim(pend(rows.running(worker, -5_000), Duration.ofSeconds(1))))
                    .containsExactly(JobState.READY);
        }

        @Test
        void without_a_delay_it_has_crashed_and_its_key_is_free() {
            UUID id = rows.keyed("k");
            rows.claim(id, worker, -1_000);

            assertThat(reclaim(crash(id))).containsExactly(JobState.CRASHED);

            Job job = views.find(id).orElseThrow();
            assertThat(job.counts().crashes()).isEqualTo(1);
            assertThat(job.outcome())
                    .usingRecursiveComparison()
                    .ignoringFields("endedAt")
                    .isEqualTo(new Job.Outcome(
                            Instant.EPOCH, null, "The lease lapsed.", "ATTEMPTS_EXHAUSTED", "no attempt is left"));
            assertThat(views.history(id)).isEmpty();
            assertThat(DATABASE.count("reprise.job_key")).isZero();
        }

        @Test
        void a_pending_cancel_wins() {
            UUID first = rows.running(worker, -1_000);
            UUID second = rows.running(worker, -1_000);
            DATABASE.execute("update reprise.job set cancel = true");

            assertThat(reclaim(pend(first, HOUR), crash(second)))
                    .containsExactly(JobState.CANCELLED, JobState.CANCELLED);
            assertThat(reason(second)).isNull();
        }

        @Test
        void attempt_32767_is_never_pended_again() {
            UUID id = rows.running(worker, -1_000);
            DATABASE.execute("update reprise.job set attempt = 32767, max_attempts = 32767 where id = ?", id);

            assertThat(reclaim(new Reclaim(id, worker, 1, 32767, HOUR, "e", null, "x")))
                    .containsExactly(JobState.CRASHED);
            assertThat(reason(id)).isEqualTo("ATTEMPTS_EXHAUSTED");
        }

        /** After riverqueue/river#1302. */
        @Test
        void what_was_completed_reclaimed_or_renewed_in_between_is_untouched_and_the_rest_is_rescued() {
            UUID completed = rows.running(worker, -1_000);
            UUID claimedAgain = rows.running(worker, -1_000);
            UUID renewed = rows.running(worker, -1_000);
            UUID taken = rows.running(worker, -1_000);
            UUID lapsed = rows.running(worker, -1_000);
            rows.end(completed, 3);
            rows.claim(claimedAgain, worker, -1_000);
            DATABASE.execute(
                    "update reprise.job set lease_until = clock_timestamp() + interval '60 s' where id = ?", renewed);
            DATABASE.execute("update reprise.job set worker = ? where id = ?", UUID.randomUUID(), taken);

            assertThat(reclaim(
                            pend(completed, HOUR),
                            pend(claimedAgain, HOUR),
                            pend(renewed, HOUR),
                            pend(taken, HOUR),
                            pend(lapsed, HOUR)))
                    .containsExactly(null, null, null, null, JobState.SCHEDULED);

            assertThat(Stream.of(completed, claimedAgain, renewed, taken)
                            .map(id -> views.find(id).orElseThrow().state()))
                    .containsExactly(JobState.SUCCEEDED, JobState.RUNNING, JobState.RUNNING, JobState.RUNNING);
            assertThat(DATABASE.count("reprise.job_attempt")).isEqualTo(1);
        }

        @Test
        void a_row_that_refuses_holds_up_no_other() {
            UUID stubborn = rows.running(worker, -1_000);
            UUID other = rows.running(worker, -1_000);
            DATABASE.execute("create or replace function reprise.refuse() returns trigger language plpgsql as"
                    + " $$ begin raise exception 'this row refuses'; end $$");
            DATABASE.execute("create trigger stubborn before update on reprise.job for each row when (old.id = '"
                    + stubborn + "') execute function reprise.refuse()");

            assertThat(reclaim(pend(stubborn, HOUR), pend(other, HOUR))).containsExactly(null, JobState.SCHEDULED);
            assertThat(views.find(stubborn).orElseThrow().state()).isEqualTo(JobState.RUNNING);
        }

        @Test
        void nothing_asked_is_nothing_done() {
            assertThat(sweeps.reclaim(List.of())).isEmpty();
        }
    }
}
