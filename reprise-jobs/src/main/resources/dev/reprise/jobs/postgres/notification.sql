-- Keeps: a hint costs its sender no flush of the log: nothing breaks if it is lost.

-- name: notify
select set_config('synchronous_commit', 'off', true) from pg_notify(?, ?);
