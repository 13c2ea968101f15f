-- Keeps: a cancel is decided on the locked row, so that it loses against no claim and no ending.

-- Answers 2 if it runs and was asked to stop, 5 and true if it waited and is cancelled, another state if it had ended, nothing
-- if it is unknown.
create function ${schema}.cancel(p_id uuid, out state smallint, out is_changed boolean)
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    -- A job that moves between the tables may be missed by one look into each, but not by two: a redrive, a claim and an
    -- ending would have to pass in between.
    for look in 1..3 loop
        select job.state into state from job where job.id = p_id for update;
        if state = 2 then
            update job set cancel = true where job.id = p_id and not job.cancel;
            is_changed := found;
            return;
        elsif found then
            perform finish(array[p_id], 5::smallint, null, null, null);
            state := 5;
            is_changed := true;
            return;
        end if;
        select job_done.state into state from job_done where job_done.id = p_id for key share;
        if found then
            is_changed := false;
            return;
        end if;
    end loop;
end
$$;
