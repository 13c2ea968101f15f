-- Keeps: a scheduled job is ready once it is due, at the place in the order that was stamped when its due time was set.

create function ${schema}.promote(p_limit int, out promoted int, out next_micros bigint)
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    due uuid[];
    present timestamptz := clock_timestamp();
begin
    due := array(
        select id from job where state = 0 and due_at <= present order by due_at, id limit p_limit
        for no key update skip locked);
    update job set state = 1 where id = any(due);
    promoted := cardinality(due);
    next_micros := next_due_micros(present, promoted = p_limit);
end
$$;

-- Rows that are due and were passed over are locked, or cannot be moved: they are met again at the next turn, not at once.
create function ${schema}.next_due_micros(p_present timestamptz, p_is_full boolean) returns bigint
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    next_due timestamptz;
begin
    select due_at into next_due from job
    where state = 0 and due_at > case when p_is_full then '-infinity' else p_present end
    order by due_at, id limit 1;
    -- Of nothing and zero, greatest() would answer zero.
    return case when next_due is not null
                then greatest(0, ceil(extract(epoch from next_due - clock_timestamp()) * 1000000)) end;
end
$$;

-- The same where a row refuses: each row in a subtransaction of its own, past those that cannot be moved.
create function ${schema}.promote_each(p_limit int, out promoted int, out next_micros bigint)
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
declare
    one uuid;
    present timestamptz := clock_timestamp();
begin
    promoted := 0;
    for one in select id from job where state = 0 and due_at <= present order by due_at, id for no key update skip locked loop
        begin
            update job set state = 1 where id = one;
            promoted := promoted + 1;
        exception when others then
            raise warning 'job % cannot be made ready: %', one, sqlerrm;
        end;
        exit when promoted = p_limit;
    end loop;
    next_micros := next_due_micros(present, promoted = p_limit);
end
$$;
