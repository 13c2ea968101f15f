-- Keeps: no attempt starts after its job's deadline; what waits beyond it has failed.

create function ${schema}.expire(p_limit int) returns setof uuid
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    late uuid[];
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    late := array(
        select id from job where state < 2 and deadline is not null and deadline < clock_timestamp()
        order by deadline, id limit p_limit for update skip locked);
    if cardinality(late) > 0 then
        perform fail_late(late);
    end if;
    return query select unnest(late);
end
$$;

create function ${schema}.fail_late(p_ids uuid[]) returns void
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    words text[];
begin
    words := array(
        select format('The deadline, %s, passed before attempt %s started.',
                      to_char(j.deadline at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), j.attempt + 1)
        from unnest(p_ids) with ordinality as asked(id, n)
        cross join lateral (select job.deadline, job.attempt from job where job.id = asked.id offset 0) as j
        order by asked.n);
    perform finish(p_ids, 4::smallint, null, array_fill('DEADLINE'::text, array[cardinality(p_ids)]), words);
end
$$;

-- The same where a row refuses: each row in a subtransaction of its own, past those that cannot be moved.
create function ${schema}.expire_each(p_limit int) returns setof uuid
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    one uuid;
    expired int := 0;
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    for one in
        select id from job where state < 2 and deadline is not null and deadline < clock_timestamp()
        order by deadline, id for update skip locked
    loop
        begin
            perform fail_late(array[one]);
            expired := expired + 1;
            return next one;
        exception when others then
            raise warning 'job % is past its deadline and cannot be ended: %', one, sqlerrm;
        end;
        exit when expired = p_limit;
    end loop;
end
$$;
