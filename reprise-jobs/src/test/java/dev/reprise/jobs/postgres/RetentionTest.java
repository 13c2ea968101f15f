package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.JobState;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();
    private static final Duration DAY = Duration.ofDays(1);

    private final Rows rows = new Rows(DATABASE);
    private final Operations operations = new Operations(DATABASE.database(), DATABASE.runner());
    private final Views views = new Views(DATABASE.database(), DATABASE.runner());

    @BeforeEach
    void empty() {
        DATABASE.execute("drop table if exists mine");
        DATABASE.execute("truncate reprise.job, reprise.job_done, reprise.job_key, reprise.job_attempt");
    }

    private UUID ended(int hoursAgo) {
        UUID id = rows.done(3);
        DATABASE.execute(
                "update reprise.job_done set ended_at = clock_timestamp() - ? * interval '1 h' where id = ?",
                hoursAgo,
                id);
        DATABASE.execute(
                "insert into reprise.job_attempt (job, epoch, attempt, how, ended_at)"
                        + " values (?, 9, 9, 0, clock_timestamp())",
                id);
        return id;
    }

    @Test
    void the_oldest_go_first_with_their_history_and_no_more_than_asked() {
        UUID middle = ended(48);
        UUID oldest = ended(72);
        UUID young = ended(1);
        UUID live = rows.ready();

        assertThat(operations.prune(DAY, 1)).isEqualTo(1);
        assertThat(views.find(oldest)).isEmpty();
        assertThat(views.history(oldest)).isEmpty();
        assertThat(views.history(middle)).hasSize(1);
        assertThat(operations.prune(DAY, 10)).isEqualTo(1);
        assertThat(operations.prune(DAY, 10)).isZero();
        assertThat(views.find(young)).isPresent();
        assertThat(operations.prune(Duration.ZERO, 10)).isEqualTo(1);
        assertThat(views.find(live)).isPresent();
    }

    @Test
    void keys_whose_window_is_over_go_and_no_more_than_asked() {
        for (int i = 0; i < 3; i++) {
            DATABASE.execute(
                    "insert into reprise.job_key (scope, key, job, expires_at)"
                            + " values ('idempotency:t', ?, ?, clock_timestamp() - interval '1 s')",
                    "over " + i,
                    UUID.randomUUID());
        }
        DATABASE.execute(
                "insert into reprise.job_key (scope, key, job, expires_at)"
                        + " values ('idempotency:t', 'open', ?, clock_timestamp() + interval '1 h')",
                UUID.randomUUID());
        rows.keyed("active");

        operations.prune(DAY, 2);
        assertThat(DATABASE.count("reprise.job_key")).isEqualTo(3);
        operations.prune(DAY, 2);
        assertThat(DATABASE.count("reprise.job_key")).isEqualTo(2);
    }

    /** After jobrunr/jobrunr#1496. */
    @Test
    void a_job_that_cannot_be_deleted_holds_up_no_other() {
        UUID referred = ended(72);
        UUID other = ended(48);
        DATABASE.execute("create table mine (job uuid references reprise.job_done (id))");
        DATABASE.execute("insert into mine values (?)", referred);

        assertThat(operations.prune(DAY, 1)).isEqualTo(1);
        assertThat(views.find(referred)).isPresent();
        assertThat(views.history(referred)).hasSize(1);
        assertThat(views.find(other)).isEmpty();
    }

    @Test
    void the_longest_time_keeps_everything_and_a_negative_one_is_refused() {
        ended(72);

        assertThat(operations.prune(Duration.ofSeconds(Long.MAX_VALUE), 10)).isZero();
        assertThatThrownBy(() -> operations.prune(Duration.ofMillis(-1), 10))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("keep: PT-0.001S is negative; allowed is zero or more");
    }

    @Test
    void every_state_is_counted() {
        rows.scheduled(60_000);
        rows.ready();
        rows.running(UUID.randomUUID(), 60_000);
        rows.done(3);
        rows.done(3);
        rows.done(6);

        assertThat(views.counts())
                .isEqualTo(Map.of(
                        JobState.SCHEDULED, 1L,
                        JobState.READY, 1L,
                        JobState.RUNNING, 1L,
                        JobState.SUCCEEDED, 2L,
                        JobState.FAILED, 0L,
                        JobState.CANCELLED, 0L,
                        JobState.CRASHED, 1L));
    }

    @Test
    void queues_are_paused_and_resumed_once() {
        assertThat(operations.pause("mail")).isTrue();
        assertThat(operations.pause("mail")).isFalse();
        assertThat(operations.pausedQueues()).containsExactly("mail");
        assertThat(operations.resume("mail")).isTrue();
        assertThat(operations.resume("mail")).isFalse();
        assertThat(operations.pausedQueues()).isEmpty();
    }
}
