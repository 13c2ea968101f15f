-- Keeps: a lease is renewed only for the worker and the epoch that hold it. Writes lease_until alone, which no index has, so
-- that the update stays heap-only. Need not be durable: a lease that is forgotten lapses, and that is judged on the row.

create function ${schema}.beat(p_worker uuid, p_ids uuid[], p_epochs int[], p_lease_micros bigint)
    returns table (id uuid, epoch int, attempt smallint, is_lost boolean, is_stray boolean, is_cancelled boolean,
                  is_unrenewed boolean)
    language plpgsql
    set search_path = ${schema}, pg_temp
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off
    set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    mine uuid[];
    mine_epochs int[];
begin
    perform set_config('synchronous_commit', 'off', true);
    -- Locks in the order of ids, then compares the rows as they are under the lock: "offset 0" keeps the comparison outside. What
    -- somebody else has locked is passed over: one row must not hold up the leases of the others.
    select array_agg(m.id), array_agg(m.epoch) into mine, mine_epochs
    from (
        select j.id, j.epoch
        from (select n.id, n.epoch from unnest(p_ids, p_epochs) as n(id, epoch) order by n.id) as named
        cross join lateral (
            select job.id, job.state, job.worker, job.epoch from job where job.id = named.id
            offset 0 for no key update skip locked) as j
        where j.state = 2 and j.worker = p_worker and j.epoch = named.epoch) as m;
    update job set lease_until = clock_timestamp() + p_lease_micros * interval '1 microsecond' where id = any(mine);
    -- Grouped and not joined: a join of two lists that no index covers costs their product.
    return query
        select claims.id, claims.epoch, max(claims.attempt),
               not bool_or(claims.runs), not bool_or(claims.named), bool_or(claims.cancel),
               bool_or(claims.runs) and bool_or(claims.named) and not bool_or(claims.renewed)
        from (select job.id, job.epoch, job.attempt, true as runs, false as named, false as renewed, job.cancel
              from job where job.state = 2 and job.worker = p_worker
              union all
              select n.id, n.epoch, 0::smallint, false, true, false, false from unnest(p_ids, p_epochs) as n(id, epoch)
              union all
              select m.id, m.epoch, 0::smallint, false, false, true, false from unnest(mine, mine_epochs) as m(id, epoch)) as claims
        group by claims.id, claims.epoch
        having not bool_or(claims.runs) or not bool_or(claims.named) or not bool_or(claims.renewed) or bool_or(claims.cancel);
end
$$;
