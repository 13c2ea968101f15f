package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.CancelResult;
import java.sql.Connection;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CancelTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final Rows rows = new Rows(DATABASE);
    private final Operations operations = new Operations(DATABASE.database(), DATABASE.runner());
    private final Views views = new Views(DATABASE.database(), DATABASE.runner());

    @Test
    void what_waits_is_cancelled_at_once_and_its_key_is_free() {
        UUID id = rows.keyed("k");

        assertThat(operations.cancel(id)).isEqualTo(new CancelResult.Cancelled());

        assertThat(views.find(id)).map(Job::state).contains(JobState.CANCELLED);
        assertThat(DATABASE.count("reprise.job_key where job = ?", id)).isZero();
        assertThat(operations.cancel(id)).isEqualTo(new CancelResult.AlreadyEnded(JobState.CANCELLED));
    }

    @Test
    void what_runs_is_asked_and_asked_again_without_a_write() {
        UUID id = rows.running(UUID.randomUUID(), 60_000);

        assertThat(operations.cancel(id)).isEqualTo(new CancelResult.Requested());
        String row = DATABASE.ask(String.class, "select ctid::text from reprise.job where id = ?", id);
        assertThat(operations.cancel(id)).isEqualTo(new CancelResult.Requested());

        assertThat(DATABASE.ask(String.class, "select ctid::text from reprise.job where id = ?", id))
                .isEqualTo(row);
        assertThat(DATABASE.ask(Boolean.class, "select cancel from reprise.job where id = ?", id))
                .isTrue();
    }

    @Test
    void what_ended_stays_and_what_is_unknown_is_said_to_be() {
        assertThat(operations.cancel(rows.done(4))).isEqualTo(new CancelResult.AlreadyEnded(JobState.FAILED));
        assertThat(operations.cancel(UUID.randomUUID())).isEqualTo(new CancelResult.Unknown());
    }

    @Test
    void a_cancel_that_meets_a_claim_asks_the_claimed_attempt_to_stop() throws Exception {
        UUID id = rows.ready();

        assertThat(cancelDuring(
                        "update reprise.job set state = 2, worker = '" + UUID.randomUUID() + "', epoch = 1,"
                                + " attempt = 1, lease_until = clock_timestamp() + interval '1 min' where id = '" + id
                                + "'",
                        id))
                .isEqualTo(new CancelResult.Requested());
        assertThat(DATABASE.ask(Boolean.class, "select cancel and state = 2 from reprise.job where id = ?", id))
                .isTrue();
    }

    @Test
    void a_cancel_that_meets_an_ending_is_told_how_it_ended() throws Exception {
        UUID id = rows.running(UUID.randomUUID(), 60_000);

        assertThat(cancelDuring("select reprise.finish(array['" + id + "'::uuid], 3::smallint, null, null, null)", id))
                .isEqualTo(new CancelResult.AlreadyEnded(JobState.SUCCEEDED));
    }

    @Test
    void a_cancel_that_meets_a_retry_cancels_what_waits() throws Exception {
        UUID id = rows.running(UUID.randomUUID(), 60_000);

        assertThat(cancelDuring("update reprise.job set state = 1, worker = null where id = '" + id + "'", id))
                .isEqualTo(new CancelResult.Cancelled());
    }

    @Test
    void a_cancel_that_meets_a_redrive_cancels_what_is_ready_again() throws Exception {
        UUID id = rows.done(4);

        assertThat(cancelDuring("select reprise.redrive('" + id + "', 1, null, null)", id))
                .isEqualTo(new CancelResult.Cancelled());
    }

    /** Starts the cancel while another transaction has the row, and lets that one commit once the cancel waits for it. */
    private CancelResult cancelDuring(String statement, UUID id) throws Exception {
        try (Connection other = DATABASE.dataSource().getConnection()) {
            other.setAutoCommit(false);
            LiveDatabase.execute(other, statement);
            CompletableFuture<CancelResult> cancel = CompletableFuture.supplyAsync(() -> operations.cancel(id));
            Eventually.holds(
                    "the cancel waits",
                    () -> DATABASE.count(
                                    "pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")
                            == 1);
            other.commit();
            return cancel.get(30, TimeUnit.SECONDS);
        }
    }
}
