package dev.reprise.jobs.postgres;

import java.util.UUID;

/** Puts jobs into the tables as they look in the middle of their lives. */
final class Rows {
    private final LiveDatabase database;

    Rows(LiveDatabase database) {
        this.database = database;
    }

    UUID scheduled(long dueInMillis) {
        UUID id = UUID.randomUUID();
        database.execute(
                "insert into reprise.job (id, queue, type, state, kind, max_attempts, due_at, sort_at, created_at, payload)"
                        + " select ?, 'default', 't', 0, 0, 3, due, due, clock_timestamp(), '\\x31'"
                        + " from (select clock_timestamp() + ? * interval '1 ms' as due) d",
                id,
                dueInMillis);
        return id;
    }

    UUID ready() {
        UUID id = scheduled(0);
        database.execute("update reprise.job set state = 1 where id = ?", id);
        return id;
    }

    /** A ready job that holds an active key. */
    UUID keyed(String key) {
        UUID id = ready();
        database.execute("update reprise.job set active_key = ? where id = ?", key, id);
        database.execute("insert into reprise.job_key (scope, key, job) values ('key:t', ?, ?)", key, id);
        return id;
    }

    UUID running(UUID worker, long leaseInMillis) {
        UUID id = ready();
        claim(id, worker, leaseInMillis);
        return id;
    }

    void claim(UUID id, UUID worker, long leaseInMillis) {
        database.execute(
                "update reprise.job set state = 2, attempt = attempt + 1, epoch = epoch + 1, worker = ?,"
                        + " started_at = clock_timestamp(), lease_until = clock_timestamp() + ? * interval '1 ms' where id = ?",
                worker,
                leaseInMillis,
                id);
    }

    /** Moves a job to where it ends, as an ending does. */
    void end(UUID id, int state) {
        database.execute("delete from reprise.job_key where job = ? and expires_at is null", id);
        database.execute("""
                with gone as (delete from reprise.job where id = ? returning *)
                insert into reprise.job_done (id, queue, type, state, priority, kind, attempt, max_attempts, epoch, failures,
                       snoozes, crashes, own_policy, due_at, created_at, worker, started_at, ended_at, active_key, payload,
                       result, error, reason, explanation)
                select id, queue, type, ?, priority, kind, attempt, max_attempts, epoch, failures, snoozes, crashes, own_policy,
                       due_at, created_at, worker, started_at, clock_timestamp(), active_key, payload, '\\x32', 'error',
                       'reason', 'explanation' from gone
                """, id, state);
    }

    UUID done(int state) {
        UUID id = running(UUID.randomUUID(), 60_000);
        end(id, state);
        return id;
    }
}
