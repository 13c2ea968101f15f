-- Keeps: what people ask for is decided on locked rows, in one round trip; see migrations 0010 to 0012.

-- name: cancel
select state, is_changed from ${schema}.cancel(?);

-- name: redrive
select outcome, ceiling, state, taken_by from ${schema}.redrive(?, ?, ?::timestamptz, ?);

-- name: pause
with paused as (
    insert into ${schema}.job_queue (name, paused_at) values (?, clock_timestamp()) on conflict (name) do nothing
    returning 1)
select exists (select from paused), case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) end;

-- name: resume
with resumed as (delete from ${schema}.job_queue where name = ? returning 1) select exists (select from resumed),
    case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) end;

-- name: paused
select name from ${schema}.job_queue;

-- name: prune
select ${schema}.prune(?, ?);

-- name: prune each
select ${schema}.prune_each(?, ?);
