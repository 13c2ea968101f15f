-- Keeps: what is terminal leaves the live table, and its active key is free again. For rows that the caller has locked.

create function ${schema}.finish(p_ids uuid[], p_state smallint, p_errors text[], p_reasons text[], p_explanations text[])
    returns void
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    held record;
begin
    -- In the order of keys, as every writer of keys, so that no two wait for each other.
    for held in
        select j.id, 'key:' || j.type as scope, j.active_key as key
        from unnest(p_ids) as asked(id)
        cross join lateral (select job.id, job.type, job.active_key from job where job.id = asked.id offset 0) as j
        where j.active_key is not null
        order by 2, 3
    loop
        delete from job_key k
        where k.scope = held.scope and k.key = held.key and k.job = held.id and k.expires_at is null;
    end loop;
    -- No flush ends them: a repeat of the one that pended a job before must not find its id on what became of the job since.
    insert into job_done (id, queue, type, state, priority, kind, attempt, max_attempts, epoch, failures, snoozes, crashes,
                          own_policy, due_at, created_at, deadline, timeout_ms, worker, started_at, ended_at, ending, policy,
                          tags, active_key, payload, error, reason, explanation)
    select j.id, j.queue, j.type, p_state, j.priority, j.kind, j.attempt, j.max_attempts, j.epoch, j.failures, j.snoozes,
           j.crashes, j.own_policy, j.due_at, j.created_at, j.deadline, j.timeout_ms, j.worker, j.started_at,
           clock_timestamp(), null, j.policy, j.tags, j.active_key, j.payload, e.error, e.reason, e.explanation
    from unnest(p_ids, p_errors, p_reasons, p_explanations) as e(id, error, reason, explanation)
    cross join lateral (select * from job where job.id = e.id offset 0) as j;
    delete from job where id = any(p_ids);
end
$$;
