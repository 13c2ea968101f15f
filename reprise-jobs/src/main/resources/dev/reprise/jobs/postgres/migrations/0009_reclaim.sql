-- Keeps: a lapsed lease is taken away only from the worker, attempt and epoch it was seen under, and only while it is over. The
-- attempt is spent. Due again counted from the end of the lease, so that every sweeper computes the same instant.

create function ${schema}.lapsed(p_after uuid, p_limit int)
    returns table (id uuid, type text, worker uuid, epoch int, attempt smallint, max_attempts smallint, kind smallint,
                   policy text, is_poison boolean)
    language sql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
    -- All that runs, by the index of what runs: limited only afterwards, or the plan walks the whole table in the order of ids.
    with over as materialized (
        select j.id from job j where j.state = 2 and j.lease_until < clock_timestamp() order by j.worker, j.id),
    page as materialized (select id from over where p_after is null or id > p_after order by id limit p_limit)
    select j.id, j.type, j.worker, j.epoch, j.attempt, j.max_attempts, j.kind, j.policy,
           -- With this one, three lapses within 72 hours, under three incarnations.
           (select count(distinct c.worker) >= 2
            from unnest(j.crash_times, j.crash_workers) as c(at, worker)
            where c.worker <> j.worker and c.at >= j.lease_until - interval '72 h')
    from page
    cross join lateral (select * from job where job.id = page.id and job.state = 2 offset 0) as j
    order by j.id
$$;

create function ${schema}.reclaim(p_ids uuid[], p_workers uuid[], p_epochs int[], p_attempts int[], p_delay_micros bigint[],
                                  p_errors text[], p_reasons text[], p_explanations text[])
    returns table (id uuid, state smallint)
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    one record;
    present timestamptz;
    due timestamptz;
    next_state smallint;
    times timestamptz[];
    workers uuid[];
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    for one in
        select j.*, asked.delay_micros, asked.error, asked.reason, asked.explanation
        from (select * from unnest(p_ids, p_workers, p_epochs, p_attempts, p_delay_micros, p_errors, p_reasons, p_explanations)
                  as a(id, worker, epoch, attempt, delay_micros, error, reason, explanation) order by a.id) as asked
        cross join lateral (
            select job.id, job.state, job.worker, job.epoch, job.attempt, job.lease_until, job.started_at, job.cancel,
                   job.crash_times, job.crash_workers
            from job where job.id = asked.id offset 0 for update skip locked) as j
        where j.state = 2 and j.worker = asked.worker and j.epoch = asked.epoch and j.attempt = asked.attempt
          and j.lease_until < clock_timestamp()
    loop
        present := clock_timestamp();
        due := one.lease_until + one.delay_micros * interval '1 microsecond';
        next_state := case when one.cancel then 5 when due is null or one.attempt = 32767 then 6 when due <= present then 1 else 0 end;
        -- The latest of each incarnation: one that lapses again and again must not push out the others.
        select array_agg(c.at order by c.n), array_agg(c.worker order by c.n) into times, workers
        from unnest(one.crash_times, one.crash_workers) with ordinality as c(at, worker, n)
        where c.worker <> one.worker;
        update job set
            crashes = crashes + 1,
            crash_times = (times || one.lease_until)[greatest(1, coalesce(cardinality(times), 0) - 6):],
            crash_workers = (workers || one.worker)[greatest(1, coalesce(cardinality(workers), 0) - 6):],
            state = case when next_state < 2 then next_state else state end,
            due_at = case when next_state < 2 then due else due_at end,
            sort_at = case when next_state < 2 then due - priority * interval '1 minute' else sort_at end,
            worker = case when next_state < 2 then null else worker end,
            started_at = case when next_state < 2 then null else started_at end,
            lease_until = null, cancel = false
        where id = one.id;
        if next_state < 2 then
            insert into job_attempt (job, epoch, attempt, how, worker, started_at, ended_at, next_due_at, error, explanation)
            values (one.id, one.epoch, one.attempt, 3, one.worker, one.started_at, present, due, one.error, one.explanation);
        else
            perform finish(array[one.id], next_state, array[one.error],
                           array[case when next_state = 6 then coalesce(one.reason, 'ATTEMPTS_EXHAUSTED') end],
                           array[one.explanation]);
        end if;
        return query select one.id, next_state;
    end loop;
end
$$;
