-- Keeps: retention deletes the oldest first, in bounded steps, a job with its history; a key whose window is over goes by its
-- own clock, whatever became of its job.

create function ${schema}.prune(p_keep_micros bigint, p_limit int) returns int
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    old uuid[];
begin
    old := array(
        select id from job_done where ended_at < clock_timestamp() - p_keep_micros * interval '1 microsecond'
        order by ended_at, id limit p_limit for update skip locked);
    delete from job_attempt where job = any(old);
    delete from job_done where id = any(old);
    perform prune_keys(p_limit);
    return cardinality(old);
end
$$;

create function ${schema}.prune_keys(p_limit int) returns void
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    gone record;
begin
    for gone in
        select scope, key from job_key where expires_at is not null and expires_at <= clock_timestamp()
        order by expires_at limit p_limit for update skip locked
    loop
        delete from job_key k where k.scope = gone.scope and k.key = gone.key;
    end loop;
end
$$;

-- The same where a row refuses, for example since a table of the user's refers to it: past those that cannot be deleted.
create function ${schema}.prune_each(p_keep_micros bigint, p_limit int) returns int
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    one uuid;
    pruned int := 0;
begin
    for one in
        select id from job_done where ended_at < clock_timestamp() - p_keep_micros * interval '1 microsecond'
        order by ended_at, id for update skip locked
    loop
        begin
            delete from job_attempt where job = one;
            delete from job_done where id = one;
            pruned := pruned + 1;
        exception when others then
            raise warning 'job % has ended and cannot be deleted: %', one, sqlerrm;
        end;
        exit when pruned = p_limit;
    end loop;
    perform prune_keys(p_limit);
    return pruned;
end
$$;
