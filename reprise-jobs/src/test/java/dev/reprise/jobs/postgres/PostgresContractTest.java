package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.JobStoreContract;
import java.time.Duration;
import java.util.UUID;

/** The store on PostgreSQL, whose clock nobody can move: what it keeps is moved into the past instead. */
class PostgresContractTest extends JobStoreContract {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final JobStore store = PostgresJobStore.on(DATABASE.dataSource());

    PostgresContractTest() {
        DATABASE.execute(
                "truncate reprise.job, reprise.job_done, reprise.job_key, reprise.job_attempt, reprise.job_queue");
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
