package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.When;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RedriveTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final Rows rows = new Rows(DATABASE);
    private final Operations operations = new Operations(DATABASE.database(), DATABASE.runner());
    private final Views views = new Views(DATABASE.database(), DATABASE.runner());

    private UUID endedWithKey(String key) {
        UUID id = rows.keyed(key);
        rows.end(id, 4);
        return id;
    }

    @Test
    void a_terminal_job_is_ready_again_and_its_ending_is_history() {
        UUID id = rows.done(4);
        DATABASE.execute(
                "update reprise.job_done set attempt = 3, deadline = clock_timestamp(), priority = 2 where id = ?", id);

        assertThat(operations.redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Redriven(4));

        Job job = views.find(id).orElseThrow();
        assertThat(job.state()).isEqualTo(JobState.READY);
        assertThat(job.counts()).isEqualTo(new Job.Counts(3, 4, 1, 0, 0, 0));
        assertThat(job.deadline()).isNull();
        assertThat(DATABASE.ask(
                        Boolean.class,
                        "select sort_at = due_at - interval '2 min' and crash_times is null and not cancel and worker is null"
                                + " and due_at <= clock_timestamp() from reprise.job where id = ?",
                        id))
                .isTrue();
        AttemptRecord ending = views.history(id).get(0);
        assertThat(List.of(ending.how(), ending.epoch(), ending.attempt())).isEqualTo(List.of(How.FAILED, 1, 3));
        assertThat(ending.result()).containsExactly('2');
        assertThat(List.of(ending.error(), ending.reason(), ending.explanation()))
                .isEqualTo(List.of("error", "reason", "explanation"));
        assertThat(DATABASE.count("reprise.job_done where id = ?", id)).isZero();
    }

    @Test
    void a_deadline_is_an_instant_or_counted_from_the_redrive() {
        UUID first = rows.done(5);
        UUID second = rows.done(6);
        Instant instant = Instant.parse("2100-01-01T00:00:00Z");

        operations.redrive(first, new Redrive(5, When.at(instant)));
        operations.redrive(second, new Redrive(5, When.after(java.time.Duration.ofHours(1))));

        assertThat(views.find(first).orElseThrow().deadline()).isEqualTo(instant);
        assertThat(DATABASE.ask(
                        Boolean.class,
                        "select deadline = due_at + interval '1 h' and max_attempts = 6 from reprise.job where id = ?",
                        second))
                .isTrue();
    }

    @Test
    void the_end_of_time_is_a_deadline() {
        UUID first = rows.done(3);
        UUID second = rows.done(3);

        assertThat(operations.redrive(first, new Redrive(1, When.at(Instant.MAX))))
                .isInstanceOf(RedriveResult.Redriven.class);
        assertThat(operations.redrive(second, new Redrive(1, When.after(java.time.Duration.ofSeconds(Long.MAX_VALUE)))))
                .isInstanceOf(RedriveResult.Redriven.class);
    }

    @Test
    void the_ceiling_ends_at_32767_and_so_do_redrives() {
        UUID id = rows.done(4);
        UUID spent = rows.done(4);
        DATABASE.execute("update reprise.job_done set attempt = 32766, max_attempts = 32766 where id = ?", id);
        DATABASE.execute("update reprise.job_done set attempt = 32767, max_attempts = 32767 where id = ?", spent);

        assertThat(operations.redrive(id, new Redrive(Integer.MAX_VALUE, null)))
                .isEqualTo(new RedriveResult.Redriven(32_767));
        assertThat(operations.redrive(spent, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.AttemptsSpent());
        assertThat(views.find(spent).orElseThrow().state()).isEqualTo(JobState.FAILED);
    }

    @Test
    void what_is_not_terminal_and_what_is_unknown_is_told_apart() {
        assertThat(operations.redrive(rows.ready(), Redrive.DEFAULTS))
                .isEqualTo(new RedriveResult.NotTerminal(JobState.READY));
        assertThat(operations.redrive(UUID.randomUUID(), Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Unknown());
    }

    @Test
    void a_second_cancel_before_any_claim_replaces_the_first_in_the_history() {
        UUID id = rows.ready();
        for (int i = 0; i < 2; i++) {
            operations.cancel(id);
            operations.redrive(id, Redrive.DEFAULTS);
        }

        assertThat(views.history(id)).extracting(AttemptRecord::how).containsExactly(How.CANCELLED);
    }

    @Test
    void a_second_ending_before_any_claim_replaces_all_of_the_first_in_the_history() {
        UUID id = rows.done(3);
        DATABASE.execute("update reprise.job_done set ending = gen_random_uuid() where id = ?", id);
        operations.redrive(id, Redrive.DEFAULTS);
        operations.cancel(id);
        operations.redrive(id, Redrive.DEFAULTS);

        AttemptRecord ending = views.history(id).get(0);
        assertThat(ending.how()).isEqualTo(How.CANCELLED);
        assertThat(ending.result()).isNull();
        assertThat(Stream.of(ending.error(), ending.reason(), ending.explanation()))
                .containsOnlyNulls();
        assertThat(DATABASE.count("reprise.job_attempt where job = ? and ending is null", id))
                .isOne();
    }

    @Test
    void an_attempt_that_failed_keeps_its_row_when_its_job_fails_later_while_it_waits() {
        UUID id = rows.ready();
        DATABASE.execute(
                "update reprise.job set epoch = 1, attempt = 1, deadline = clock_timestamp() - interval '1 s'"
                        + " where id = ?",
                id);
        DATABASE.execute(
                "insert into reprise.job_attempt (job, epoch, attempt, how, ended_at, error, explanation)"
                        + " values (?, 1, 1, 0, clock_timestamp(), 'broken', 'Retry in 1 s.')",
                id);
        new Sweeps(DATABASE.database(), DATABASE.runner()).expire(1);

        operations.redrive(id, Redrive.DEFAULTS);

        AttemptRecord attempt = views.history(id).get(0);
        assertThat(List.of(attempt.how(), attempt.error(), attempt.reason()))
                .isEqualTo(List.of(How.RETRIED, "broken", "DEADLINE"));
        assertThat(attempt.explanation()).startsWith("Retry in 1 s. The deadline, ");
    }

    @Test
    void a_free_key_is_taken_again() {
        UUID id = endedWithKey("free");

        assertThat(operations.redrive(id, Redrive.DEFAULTS)).isInstanceOf(RedriveResult.Redriven.class);
        assertThat(DATABASE.count("reprise.job_key where key = 'free' and job = ? and expires_at is null", id))
                .isOne();
    }

    /** After riverqueue/riverui#622. */
    @Test
    void a_taken_key_is_an_answer_and_changes_nothing() {
        UUID id = endedWithKey("taken");
        UUID holder = rows.keyed("taken");

        assertThat(operations.redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.KeyTaken(holder));
        assertThat(views.find(id).orElseThrow().state()).isEqualTo(JobState.FAILED);
        assertThat(views.history(id)).isEmpty();
    }

    @Test
    void a_key_whose_window_is_over_is_no_hindrance() {
        UUID id = endedWithKey("over");
        DATABASE.execute(
                "insert into reprise.job_key (scope, key, job, expires_at)"
                        + " values ('key:t', 'over', ?, clock_timestamp() - interval '1 s')",
                UUID.randomUUID());

        assertThat(operations.redrive(id, Redrive.DEFAULTS)).isInstanceOf(RedriveResult.Redriven.class);
        assertThat(DATABASE.count("reprise.job_key where key = 'over' and job = ? and expires_at is null", id))
                .isOne();
    }

    @Test
    void of_many_redrives_at_once_with_one_key_one_wins_and_the_others_name_it() throws Exception {
        for (int round = 0; round < 10; round++) {
            String key = "race " + round;
            List<UUID> ids = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ids.add(endedWithKey(key));
            }
            CyclicBarrier start = new CyclicBarrier(ids.size());
            List<CompletableFuture<RedriveResult>> races = ids.stream()
                    .map(id -> CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    start.await(30, TimeUnit.SECONDS);
                                } catch (Exception e) {
                                    throw new AssertionError(e);
                                }
                                return operations.redrive(id, Redrive.DEFAULTS);
                            },
                            command -> new Thread(command).start()))
                    .toList();

            List<UUID> winners = new ArrayList<>();
            List<RedriveResult> losers = new ArrayList<>();
            for (int i = 0; i < ids.size(); i++) {
                RedriveResult result = races.get(i).get(60, TimeUnit.SECONDS);
                if (result instanceof RedriveResult.Redriven) {
                    winners.add(ids.get(i));
                } else {
                    losers.add(result);
                }
            }
            assertThat(winners).hasSize(1);
            assertThat(losers).hasSize(3).containsOnly(new RedriveResult.KeyTaken(winners.get(0)));
        }
    }

    @Test
    void a_key_whose_taker_rolls_back_is_free() throws Exception {
        UUID id = endedWithKey("rolled back");
        try (Connection other = DATABASE.dataSource().getConnection()) {
            other.setAutoCommit(false);
            LiveDatabase.execute(
                    other,
                    "insert into reprise.job_key (scope, key, job) values ('key:t', 'rolled back', ?)",
                    UUID.randomUUID());
            CompletableFuture<RedriveResult> redrive =
                    CompletableFuture.supplyAsync(() -> operations.redrive(id, Redrive.DEFAULTS));
            Eventually.holds(
                    "the redrive waits",
                    () -> DATABASE.count(
                                    "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
                            == 1);
            other.rollback();

            assertThat(redrive.get(30, TimeUnit.SECONDS)).isInstanceOf(RedriveResult.Redriven.class);
        }
    }
}
