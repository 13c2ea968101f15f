package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.Promoted;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SweepsTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final Rows rows = new Rows(DATABASE);
    private final Sweeps sweeps = new Sweeps(DATABASE.database(), DATABASE.runner());
    private final Views views = new Views(DATABASE.database(), DATABASE.runner());

    @BeforeEach
    void empty() {
        DATABASE.execute("truncate reprise.job, reprise.job_done, reprise.job_key");
        DATABASE.execute("drop trigger if exists stubborn on reprise.job");
    }

    private JobState state(UUID id) {
        return views.find(id).orElseThrow().state();
    }

    /** Makes one row refuse every change, as a rule of somebody else's would. */
    private static void refuse(UUID id) {
        DATABASE.execute("create or replace function reprise.refuse() returns trigger language plpgsql as"
                + " $$ begin raise exception 'this row refuses'; end $$");
        DATABASE.execute("create trigger stubborn before update or delete on reprise.job for each row when (old.id = '"
                + id + "') execute function reprise.refuse()");
    }

    @Nested
    class Promotion {
        @Test
        void due_jobs_become_ready_and_the_next_due_time_is_told() {
            UUID due = rows.scheduled(-5_000);
            UUID later = rows.scheduled(60_000);

            Promoted promoted = sweeps.promote(10);

            assertThat(promoted.count()).isEqualTo(1);
            assertThat(promoted.nextDueIn()).isBetween(Duration.ofSeconds(50), Duration.ofSeconds(60));
            assertThat(List.of(state(due), state(later))).containsExactly(JobState.READY, JobState.SCHEDULED);
        }

        @Test
        void the_place_in_the_order_stays() {
            UUID due = rows.scheduled(-5_000);
            DATABASE.execute("update reprise.job set sort_at = due_at - interval '7 min' where id = ?", due);

            sweeps.promote(1);

            assertThat(DATABASE.ask(
                            Boolean.class,
                            "select sort_at = due_at - interval '7 min' from reprise.job where id = ?",
                            due))
                    .isTrue();
        }

        @Test
        void no_more_than_asked_move_the_longest_due_first_and_the_rest_is_due_at_once() {
            UUID second = rows.scheduled(-1_000);
            UUID first = rows.scheduled(-2_000);

            assertThat(sweeps.promote(1)).isEqualTo(new Promoted(1, Duration.ZERO));
            assertThat(List.of(state(first), state(second))).containsExactly(JobState.READY, JobState.SCHEDULED);
        }

        @Test
        void without_scheduled_jobs_there_is_no_next_time() {
            assertThat(sweeps.promote(1)).isEqualTo(new Promoted(0, null));
        }

        @Test
        void a_locked_row_holds_up_no_other_and_is_no_reason_to_turn_at_once() throws Exception {
            UUID locked = rows.scheduled(-5_000);
            UUID free = rows.scheduled(-1_000);
            try (Connection other = DATABASE.dataSource().getConnection()) {
                other.setAutoCommit(false);
                LiveDatabase.execute(other, "select 1 from reprise.job where id = ? for update", locked);

                assertThat(sweeps.promote(10)).isEqualTo(new Promoted(1, null));
                other.rollback();
            }
            assertThat(state(free)).isEqualTo(JobState.READY);
        }

        @Test
        void a_row_that_refuses_holds_up_no_other_even_at_the_head_of_a_full_batch() {
            UUID stubborn = rows.scheduled(-5_000);
            UUID next = rows.scheduled(-1_000);
            refuse(stubborn);

            assertThat(sweeps.promote(1).count()).isEqualTo(1);
            assertThat(List.of(state(stubborn), state(next))).containsExactly(JobState.SCHEDULED, JobState.READY);
        }

        @Test
        void a_batch_of_zero_is_refused() {
            assertThatThrownBy(() -> sweeps.promote(0)).hasMessage("atMost: 0 is not above zero");
        }
    }

    @Nested
    class Deadlines {
        private void deadline(UUID id, long inMillis) {
            DATABASE.execute(
                    "update reprise.job set deadline = clock_timestamp() + ? * interval '1 ms' where id = ?",
                    inMillis,
                    id);
        }

        @Test
        void what_waits_past_its_deadline_fails_with_reason_and_words_and_its_key_is_free() {
            UUID late = rows.keyed("late");
            UUID scheduled = rows.scheduled(60_000);
            UUID inTime = rows.ready();
            deadline(late, -1_000);
            deadline(scheduled, -2_000);
            deadline(inTime, 60_000);

            assertThat(sweeps.expire(10)).containsExactly(scheduled, late);

            assertThat(state(inTime)).isEqualTo(JobState.READY);
            Job job = views.find(late).orElseThrow();
            assertThat(job.state()).isEqualTo(JobState.FAILED);
            assertThat(job.outcome())
                    .isNotNull()
                    .satisfies(outcome -> assertThat(outcome.reason()).isEqualTo("DEADLINE"))
                    .satisfies(outcome -> assertThat(outcome.explanation())
                            .matches("The deadline, \\S+Z, passed before attempt 1 started\\."));
            assertThat(DATABASE.count("reprise.job_key")).isZero();
            assertThat(DATABASE.count("reprise.job where id = ?", late)).isZero();
        }

        @Test
        void a_running_job_is_let_alone() {
            UUID running = rows.running(UUID.randomUUID(), 60_000);
            deadline(running, -1_000);

            assertThat(sweeps.expire(10)).isEmpty();
            assertThat(state(running)).isEqualTo(JobState.RUNNING);
        }

        @Test
        void no_more_than_asked_fail() {
            IntStream.range(0, 3).forEach(i -> deadline(rows.ready(), -1_000));

            assertThat(sweeps.expire(2)).hasSize(2);
            assertThat(sweeps.expire(2)).hasSize(1);
        }

        @Test
        void a_row_that_refuses_holds_up_no_other() {
            UUID stubborn = rows.ready();
            UUID next = rows.ready();
            deadline(stubborn, -2_000);
            deadline(next, -1_000);
            refuse(stubborn);

            assertThat(sweeps.expire(1)).containsExactly(next);
            assertThat(state(stubborn)).isEqualTo(JobState.READY);
        }
    }
}
