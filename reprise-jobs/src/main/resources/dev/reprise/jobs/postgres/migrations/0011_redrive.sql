-- Keeps: a terminal job becomes ready again with its attempts, and what it ended with stays in its history. A key that
-- another job has taken is an answer, never an error.

-- outcome: 0 redriven, 1 not terminal, 2 key taken, 3 attempts spent, 4 unknown.
create function ${schema}.redrive(p_id uuid, p_more int, p_deadline timestamptz, p_deadline_micros bigint,
                                  out outcome int, out ceiling int, out state smallint, out taken_by uuid)
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    done job_done%rowtype;
    present timestamptz;
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    for look in 1..3 loop
        select * into done from job_done d where d.id = p_id for update;
        exit when found;
        select j.state into state from job j where j.id = p_id;
        if found then
            outcome := 1;
            return;
        end if;
    end loop;
    if done.id is null then
        outcome := 4;
        return;
    end if;
    if done.attempt = 32767 then
        outcome := 3;
        return;
    end if;
    if done.active_key is not null then
        taken_by := take_active_key('key:' || done.type, done.active_key, done.id);
        if taken_by is not null then
            outcome := 2;
            return;
        end if;
    end if;
    present := clock_timestamp();
    ceiling := least(32767, greatest(done.max_attempts, done.attempt::bigint + p_more));
    -- An attempt that was pended again and then ended while it waited has its row already: what it failed with stays. A row that
    -- a redrive made before, of an ending since undone, is replaced.
    insert into job_attempt as a (job, epoch, attempt, how, worker, started_at, ended_at, ending, result, error, reason, explanation)
    values (done.id, done.epoch, done.attempt, case done.state when 3 then 4 when 4 then 5 when 5 then 6 else 3 end, done.worker,
            done.started_at, done.ended_at, done.ending, done.result, done.error, done.reason, done.explanation)
    on conflict (job, epoch) do update set
        how = case when a.how < 4 then a.how else excluded.how end,
        ended_at = case when a.how < 4 then a.ended_at else excluded.ended_at end,
        ending = case when a.how < 4 then a.ending else excluded.ending end,
        result = case when a.how < 4 then a.result else excluded.result end,
        error = case when a.how < 4 then a.error else excluded.error end,
        reason = case when a.how < 4 then coalesce(excluded.reason, a.reason) else excluded.reason end,
        explanation = case when a.how < 4 then nullif(concat_ws(' ', a.explanation, excluded.explanation), '')
                           else excluded.explanation end;
    insert into job (id, queue, type, state, priority, kind, attempt, max_attempts, epoch, failures, snoozes, crashes, own_policy,
                     due_at, sort_at, created_at, deadline, timeout_ms, policy, tags, active_key, payload)
    values (done.id, done.queue, done.type, 1, done.priority, done.kind, done.attempt, ceiling, done.epoch, done.failures,
            done.snoozes, done.crashes, done.own_policy, present, present - done.priority * interval '1 minute', done.created_at,
            coalesce(p_deadline, present + p_deadline_micros * interval '1 microsecond'), done.timeout_ms, done.policy, done.tags,
            done.active_key, done.payload);
    delete from job_done d where d.id = p_id;
    outcome := 0;
end
$$;

-- Answers whose the key is, or nothing: it is p_job's now. Waits for whoever is taking or leaving it.
create function ${schema}.take_active_key(p_scope text, p_key text, p_job uuid) returns uuid
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    holder job_key%rowtype;
begin
    loop
        insert into job_key (scope, key, job) values (p_scope, p_key, p_job) on conflict (scope, key) do nothing;
        if found then
            return null;
        end if;
        select * into holder from job_key k where k.scope = p_scope and k.key = p_key for update;
        if found and holder.expires_at <= clock_timestamp() then
            update job_key k set job = p_job, expires_at = null where k.scope = p_scope and k.key = p_key;
            return null;
        elsif found then
            return holder.job;
        end if;
    end loop;
end
$$;
