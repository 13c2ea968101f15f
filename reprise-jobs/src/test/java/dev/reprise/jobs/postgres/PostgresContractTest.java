package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.JobStoreContract;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

/** The store on PostgreSQL, whose clock nobody can move: what it keeps is moved into the past instead. */
class PostgresContractTest extends JobStoreContract {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final JobStore store = PostgresJobStore.on(DATABASE.dataSource());

    PostgresContractTest() {
        DATABASE.execute(
                "truncate reprise.job, reprise.job_done, reprise.job_key, reprise.job_attempt, reprise.job_queue");
    }

    /** After quartz-scheduler/quartz#145 and #635: no row is in a state that nobody is responsible for. */
    @AfterEach
    void every_row_tells_its_state_by_itself() {
        assertThat(DATABASE.count("reprise.job where (state = 2) <> (worker is not null and lease_until is not null)"))
                .as("rows that run under nobody, or wait under somebody")
                .isZero();
        assertThat(DATABASE.count("reprise.job join reprise.job_done using (id)"))
                .as("jobs in both tables")
                .isZero();
    }

    @Override
    public JobStore store() {
        return store;
    }

    @Override
    public void advance(Duration by) {
        DATABASE.execute("""
                do $$
                declare
                    back constant interval := %d * interval '1 microsecond';
                begin
                    update reprise.job set
                        due_at = due_at - back,
                        sort_at = sort_at - back,
                        created_at = created_at - back,
                        deadline = deadline - back,
                        lease_until = lease_until - back,
                        started_at = started_at - back,
                        crash_times = (select array_agg(at - back order by place)
                                       from unnest(crash_times) with ordinality as crash(at, place));
                    update reprise.job_done set
                        due_at = due_at - back,
                        created_at = created_at - back,
                        deadline = deadline - back,
                        started_at = started_at - back,
                        ended_at = ended_at - back;
                    update reprise.job_attempt set
                        started_at = started_at - back,
                        ended_at = ended_at - back,
                        next_due_at = next_due_at - back;
                    update reprise.job_key set expires_at = expires_at - back;
                end
                $$
                """.formatted(by.toNanos() / 1000));
    }

    @Override
    public void spendAttempts(UUID job, int attempts) {
        DATABASE.execute(
                "update reprise.job set attempt = ?, max_attempts = greatest(max_attempts, ?) where id = ?",
                attempts,
                attempts,
                job);
    }
}
