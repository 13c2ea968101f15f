-- Keeps: a claim is handed out once, and what was handed out is durable; each (queue, type) is one index range scan, so that no
-- foreign job is read on the way.

-- Claims ready jobs of the lanes given, from each lane's low-water mark on, in the order (sort_at, id) over all lanes.
create function ${schema}.claim(lane_queues text[], lane_types text[], from_sort_ats timestamptz[], from_ids uuid[],
    batch int, claimer uuid, lease bigint)                              -- lease in microseconds
    returns table (id uuid, type text, queue text, attempt smallint, epoch int, max_attempts smallint, failures smallint,
        kind smallint, policy text, own_policy boolean, deadline timestamptz, timeout_ms bigint, tags text[],
        sort_at timestamptz, payload bytea)
language plpgsql
set search_path = pg_catalog
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    return query
        with cut as materialized (
            select one.id, one.sort_at, one.place
            from unnest(lane_queues, lane_types, from_sort_ats, from_ids) lane(queue, type, from_sort_at, from_id),
                lateral (select j.id, j.sort_at, j.ctid as place
                         from ${schema}.job j
                         where j.state = 1 and j.queue = lane.queue and j.type = lane.type
                            and (j.sort_at, j.id) >= (lane.from_sort_at, lane.from_id)
                            and (j.deadline is null or j.deadline >= clock_timestamp())
                            and j.attempt < 32767
                         order by j.sort_at, j.id
                         limit batch
                         for update skip locked) one
            where not exists (select from ${schema}.job_queue q where q.name = lane.queue)
            order by one.sort_at, one.id
            limit batch),
        taken as (
            update ${schema}.job j
            set state = 2, attempt = j.attempt + 1, epoch = j.epoch + 1, worker = claimer, started_at = clock_timestamp(),
                lease_until = clock_timestamp() + lease * interval '1 microsecond'
            from cut
            -- By its place, where the lock has just found it: an index would look it up once more. A job that moved meanwhile
            -- is missed, and found by the next claim.
            where j.ctid = cut.place and j.id = cut.id and j.state = 1
            returning j.id, j.type, j.queue, j.attempt, j.epoch, j.max_attempts, j.failures, j.kind, j.policy, j.own_policy,
                j.deadline, j.timeout_ms, j.tags, j.sort_at, j.payload)
        select * from taken t order by t.sort_at, t.id;
end
$$;
