-- Keeps: one statement adds all jobs of a call, or none.

-- name: enqueue
select id, existed
from ${schema}.enqueue(?::uuid[], ?::text[], ?::text[], ?::int[], ?::timestamptz[], ?::bigint[], ?::int[], ?::int[], ?::text[],
    ?::boolean[], ?::timestamptz[], ?::bigint[], ?::bigint[], ?::text[], ?::bytea[],
    ?::text[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::bigint[]);

-- name: begin copy
select clock_timestamp(), case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) end,
    current_setting('statement_timeout');

-- name: set time-out
select set_config('statement_timeout', ?, true);

-- name: copy
copy ${schema}.job (id, queue, type, state, priority, kind, max_attempts, own_policy, due_at, sort_at, created_at, deadline,
    timeout_ms, policy, tags, active_key, payload)
from stdin (format binary)

-- name: create stage
create temporary table reprise_stage (
    place bigint, id uuid, queue text, type text, state smallint, priority smallint, kind smallint, max_attempts smallint,
    own_policy boolean, due_at timestamptz, sort_at timestamptz, created_at timestamptz, deadline timestamptz, timeout_ms bigint,
    policy text, tags text[], active_key text, payload bytea,
    key_scope text, key text, key_window bigint, request_scope text, request_key text, request_window bigint
) on commit drop;

-- name: copy to stage
copy pg_temp.reprise_stage from stdin (format binary)

-- name: add staged
with holders as materialized (
    select h.holder, h.place
    from (select array_agg(id order by place) as ids,
                array_agg(key_scope order by place) as scopes, array_agg(key order by place) as keys,
                array_agg(key_window order by place) as windows, array_agg(request_scope order by place) as request_scopes,
                array_agg(request_key order by place) as request_keys, array_agg(request_window order by place) as request_windows
          from pg_temp.reprise_stage) w,
        ${schema}.take_keys(w.ids, null, w.scopes, w.keys, w.windows, w.request_scopes, w.request_keys, w.request_windows) t(all_holders),
        unnest(t.all_holders) with ordinality h(holder, place))
insert into ${schema}.job (id, queue, type, state, priority, kind, max_attempts, own_policy, due_at, sort_at, created_at, deadline,
    timeout_ms, policy, tags, active_key, payload)
select s.id, s.queue, s.type, s.state, s.priority, s.kind, s.max_attempts, s.own_policy, s.due_at, s.sort_at, s.created_at, s.deadline,
    s.timeout_ms, s.policy, s.tags, s.active_key, s.payload
from pg_temp.reprise_stage s join holders h on h.place = s.place
where h.holder is null
order by s.place;

-- name: drop stage
drop table pg_temp.reprise_stage;
