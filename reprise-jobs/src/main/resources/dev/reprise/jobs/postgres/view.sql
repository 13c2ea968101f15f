-- Keeps: one statement, one snapshot: a job that moves between the tables is seen in one of them.

-- name: job
select id, queue, type, state, priority, kind, attempt, max_attempts, epoch, failures, snoozes, crashes, own_policy, due_at,
       created_at, deadline, timeout_ms, policy, tags, active_key, payload, worker, started_at, lease_until, cancel,
       null::timestamptz as ended_at, null::bytea as result, null as error, null as reason, null as explanation
from ${schema}.job where id = ?
union all
select id, queue, type, state, priority, kind, attempt, max_attempts, epoch, failures, snoozes, crashes, own_policy, due_at,
       created_at, deadline, timeout_ms, policy, tags, active_key, payload, worker, started_at, null, false,
       ended_at, result, error, reason, explanation
from ${schema}.job_done where id = ?;

-- name: history
select job, epoch, attempt, how, worker, started_at, ended_at, next_due_at, result, error, reason, explanation
from ${schema}.job_attempt where job = ? order by epoch;

-- name: counts
select state, count(*) from ${schema}.job group by state
union all
select state, count(*) from ${schema}.job_done group by state;
