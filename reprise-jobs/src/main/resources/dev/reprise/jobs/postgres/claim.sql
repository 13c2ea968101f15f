-- Keeps: what is claimed comes in the order (sort_at, id).

-- name: claim
select id, type, queue, attempt, epoch, max_attempts, failures, kind, policy, own_policy, deadline, timeout_ms, tags, sort_at, payload
from ${schema}.claim(?::text[], ?::text[], ?::timestamptz[], ?::uuid[], ?, ?, ?);
