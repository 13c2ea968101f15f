-- Keeps: an ending changes a job only while its fence holds, judged on the locked row; state, history, keys and children change
-- together or not at all; a repeat of a flush that was applied is answered like the first.

-- Writes endings, one per job. kinds: 0 succeed, 1 fail, 2 exhaust, 3 cancel, 4 retry, 5 retry-after, 6 retry-after refunded,
-- 7 snooze, 8 interrupt, 9 hand back. Delays in microseconds. Children are those of all endings, each with the place of its parent;
-- null if there are none. Answers one row per ending, in order: the state after it, or null: the fence did not hold.
create function ${schema}.end_attempts(flush uuid, ender uuid, ids uuid[], epochs int[], attempts int[], kinds int[], delays bigint[],
    results bytea[], errors text[], reasons text[], explanations text[], past_deadlines text[],
    parents int[] default null, child_ids uuid[] default null, types text[] default null, queues text[] default null,
    priorities int[] default null, due_ats timestamptz[] default null, due_afters bigint[] default null,
    child_kinds int[] default null, max_attempts int[] default null, policies text[] default null,
    own_policies boolean[] default null, deadline_ats timestamptz[] default null, deadline_afters bigint[] default null,
    timeouts bigint[] default null, tags text[] default null, payloads bytea[] default null,
    scopes text[] default null, keys text[] default null, windows bigint[] default null,
    request_scopes text[] default null, request_keys text[] default null, request_windows bigint[] default null)
    returns table (state smallint, skipped uuid[])
language plpgsql
set search_path = pg_catalog
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_bitmapscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
    states smallint[];
    repeats smallint[];
    admitted boolean[];
    existed boolean[];
    skipped_ids uuid[];
    present timestamptz := clock_timestamp();
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;

    with ended as (
        select e.*
        from unnest(ids, epochs, attempts, kinds, delays, results, errors, reasons, explanations, past_deadlines)
            with ordinality e(id, epoch, attempt, how, delay, result, error, reason, explanation, past_deadline, ord)),
    -- By primary key, in its order: batches that share jobs queue up instead of waiting in a circle.
    locked as materialized (
        select e.*, j.cancel, j.deadline, j.max_attempts, j.priority, j.due_at, j.type, j.active_key, j.worker, j.started_at,
            j.state = 2 and j.worker = ender and j.epoch = e.epoch and j.attempt = e.attempt as holds
        from ended e join ${schema}.job j on j.id = e.id
        order by j.id
        for update of j),
    judged as materialized (
        select l.*, t.next_due_at, t.refund,
            case when l.how = 0 then 3
                when l.how = 1 then 4
                when l.how = 3 or l.cancel then 5
                when l.how = 2 or t.next_due_at > l.deadline or l.attempt = 32767 and t.refund = 0 then 4
                when l.delay = 0 or l.how = 9 then 1
                else 0 end as next_state,
            l.how > 3 and not l.cancel and coalesce(t.next_due_at > l.deadline, false) as is_late
        from locked l,
            lateral (select (l.how in (6, 7, 9))::int as refund,
                        case when l.how = 9 then l.due_at else present + l.delay * interval '1 microsecond' end as next_due_at) t
        where l.holds),
    gone as (
        delete from ${schema}.job j
        using judged e
        where j.id = e.id and e.next_state > 2
        returning j.*, e.next_state, e.refund, e.how, e.result, e.error, e.is_late,
            case when e.is_late then 'DEADLINE'
                when e.how > 3 and e.next_state = 4 then 'ATTEMPTS_EXHAUSTED'
                when e.how in (0, 1, 3) or e.next_state = 4 then e.reason end as reason,
            case when e.is_late then e.past_deadline else e.explanation end as explanation),
    done as (
        insert into ${schema}.job_done (id, queue, type, state, priority, kind, attempt, max_attempts, epoch, failures, snoozes,
            crashes, own_policy, due_at, created_at, deadline, timeout_ms, worker, started_at, ended_at, ending, policy, tags,
            active_key, payload, result, error, reason, explanation)
        select g.id, g.queue, g.type, g.next_state, g.priority, g.kind, g.attempt - g.refund, g.max_attempts, g.epoch,
            least(g.failures + (g.how = 4 or g.how in (1, 2) and g.error is not null)::int, 32767), g.snoozes + (g.how = 7)::int,
            g.crashes, g.own_policy, g.due_at, g.created_at, g.deadline, g.timeout_ms, g.worker, g.started_at, present, flush,
            g.policy, g.tags, g.active_key, g.payload, g.result, g.error, g.reason, g.explanation
        from gone g),
    freed as (
        delete from ${schema}.job_key k
        using judged e
        where e.next_state > 2 and e.active_key is not null
            and k.scope = 'key:' || e.type and k.key = e.active_key and k.job = e.id),
    again as (
        update ${schema}.job j
        set state = e.next_state, attempt = j.attempt - e.refund,
            max_attempts = case when e.how = 8 and j.attempt >= j.max_attempts then j.attempt + 1 else j.max_attempts end,
            failures = least(j.failures + (e.how = 4)::int, 32767), snoozes = j.snoozes + (e.how = 7)::int,
            due_at = e.next_due_at,
            sort_at = case when e.how = 9 then j.sort_at else e.next_due_at - j.priority * interval '1 minute' end,
            cancel = false, worker = null, lease_until = null, started_at = null, ending = flush
        from judged e
        where j.id = e.id and e.next_state < 2),
    kept as (
        insert into ${schema}.job_attempt (job, epoch, attempt, how, worker, started_at, ended_at, next_due_at, ending,
            result, error, reason, explanation)
        select e.id, e.epoch, e.attempt, case e.how when 4 then 0 when 8 then 2 else 1 end, e.worker, e.started_at, present,
            e.next_due_at, flush, e.result, e.error, e.reason, e.explanation
        from judged e
        where e.next_state < 2 and e.how in (4, 5, 6, 8))
    -- Grouped, not joined: without hash joins a join would compare each with each.
    select array_agg(v.next_state order by v.ord) into states
        from (select a.ord, max(a.next_state)::smallint as next_state
              from (select j.ord, j.next_state from judged j
                    union all
                    select i.ord, null from unnest(ids) with ordinality i(id, ord)) a
              group by a.ord) v;

    if array_position(states, null) is not null then
        -- A statement of its own: what a lock just waited for is visible only to a later snapshot.
        select array_agg(coalesce(
                (select d.state from ${schema}.job_done d where d.id = e.id and d.epoch = e.epoch and d.ending = flush),
                (select case when a.how > 3 then a.how - 1 else e.waits end
                 from ${schema}.job_attempt a where a.job = e.id and a.epoch = e.epoch and a.ending = flush),
                (select e.waits from ${schema}.job j where e.how > 3 and j.id = e.id and j.epoch = e.epoch and j.ending = flush))::smallint order by e.ord)
            into repeats
            from (select u.*, case when u.delay = 0 or u.how = 9 then 1 else 0 end as waits
                  from unnest(ids, epochs, kinds, delays, states) with ordinality u(id, epoch, how, delay, state, ord)) e;
    end if;

    if child_ids is not null then
        select array_agg(coalesce(states[c.parent] = 3, false) order by c.ord) into admitted
            from unnest(parents) with ordinality c(parent, ord);
        select array_agg(a.existed order by a.ord) into existed
            from ${schema}.enqueue(child_ids, types, queues, priorities, due_ats, due_afters, child_kinds, max_attempts,
                policies, own_policies, deadline_ats, deadline_afters, timeouts, tags, payloads, scopes, keys, windows,
                request_scopes, request_keys, request_windows, admitted) with ordinality a(id, existed, ord);
        select array_agg(c.id) into skipped_ids
            from unnest(child_ids, parents, existed) c(id, parent, existed)
            where c.existed
                or repeats[c.parent] = 3
                    and not exists (select from ${schema}.job j where j.id = c.id)
                    and not exists (select from ${schema}.job_done d where d.id = c.id);
    end if;

    return query
        select coalesce(v.state, v.repeated)::smallint,
            case when skipped_ids is not null then
                (select array_agg(c.id) from unnest(parents, child_ids) c(parent, id)
                 where c.parent = v.ord and c.id = any (skipped_ids)) end
        from unnest(states, repeats) with ordinality v(state, repeated, ord)
        order by v.ord;
end
$$;
