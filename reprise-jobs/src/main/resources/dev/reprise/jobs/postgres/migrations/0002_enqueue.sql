-- Keeps: of two jobs that want one key, one exists; a job that is not added leaves no key behind; what was answered is durable.

-- Takes the keys of jobs, in one sorted pass, so that two calls never wait for each other in a circle. Answers, per job, null:
-- it got all its keys; or the job that has one of them. A job that is not admitted wants nothing. Waits for others who just take
-- or free a key, and looks again after their end. A key that several jobs of the call want goes to the first of them.
create function ${schema}.take_keys(ids uuid[], admitted boolean[],
    scopes text[], keys text[], windows bigint[],                       -- unique keys; a window in microseconds, or null
    request_scopes text[], request_keys text[], request_windows bigint[]) returns uuid[]
language plpgsql
set search_path = pg_catalog
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
as $$
declare
    wish record;
    holders uuid[] := array_fill(null::uuid, array[cardinality(ids)]);
    owners uuid[] := '{}';              -- by key, in sorted order: who holds it, null while it is ours to give
    first_owners uuid[] := '{}';        -- by key: the job it was written for
    wish_scopes text[] := '{}';
    wish_keys text[] := '{}';
    owner_windows bigint[] := '{}';
    holder uuid;
    any_moved boolean;
begin
    for wish in
        -- Sorted as bytes, which is the same order for everybody; compared as the index is, or it would not be used.
        select distinct on (w.scope, w.key) w.scope collate "default" as scope, w.key collate "default" as key, w.id, w.until_after
        from (select k.scope collate "C" as scope, k.key collate "C" as key, k.id, k.until_after, k.admitted, k.ord
              from unnest(ids, admitted, scopes, keys, windows) with ordinality k(id, admitted, scope, key, until_after, ord)
              union all
              select r.scope, r.key, r.id, r.until_after, r.admitted, r.ord
              from unnest(ids, admitted, request_scopes, request_keys, request_windows)
                  with ordinality r(id, admitted, scope, key, until_after, ord)) w
        where w.key is not null and w.admitted is not false
        order by w.scope, w.key, w.ord
    loop
        loop
            holder := null;
            insert into ${schema}.job_key as k (scope, key, job, expires_at)
                values (wish.scope, wish.key, wish.id, clock_timestamp() + wish.until_after * interval '1 microsecond')
                on conflict do nothing;
            exit when found;
            update ${schema}.job_key k
                set job = wish.id, expires_at = clock_timestamp() + wish.until_after * interval '1 microsecond'
                -- Not as "expires_at <= ...": that would allow the index of expiries, which is read whole when it looks empty.
                where k.scope = wish.scope and k.key = wish.key and coalesce(k.expires_at, 'infinity') <= clock_timestamp();
            exit when found;
            select k.job into holder from ${schema}.job_key k where k.scope = wish.scope and k.key = wish.key;
            exit when found;
        end loop;
        owners := owners || holder;
        owner_windows := owner_windows || null::bigint;
        first_owners := first_owners || case when holder is null then wish.id end;
        wish_scopes := wish_scopes || wish.scope;
        wish_keys := wish_keys || wish.key;
    end loop;

    for wish in
        select w.ord, w.id,
            max(w.place) filter (where not w.is_request) as own_key, max(w.until_after) filter (where not w.is_request) as own_window,
            max(w.place) filter (where w.is_request) as request, max(w.until_after) filter (where w.is_request) as request_window
        from (select v.*, dense_rank() over (order by v.scope, v.key) as place
              from (select k.scope collate "C" as scope, k.key collate "C" as key, k.id, k.until_after, k.admitted, k.ord,
                        false as is_request
                    from unnest(ids, admitted, scopes, keys, windows) with ordinality k(id, admitted, scope, key, until_after, ord)
                    union all
                    select r.scope, r.key, r.id, r.until_after, r.admitted, r.ord, true
                    from unnest(ids, admitted, request_scopes, request_keys, request_windows)
                        with ordinality r(id, admitted, scope, key, until_after, ord)) v
              where v.key is not null and v.admitted is not false) w
        group by w.ord, w.id
        order by w.ord
    loop
        holders[wish.ord] := coalesce(owners[wish.request], owners[wish.own_key]);
        if holders[wish.ord] is null then
            if wish.own_key is not null then
                owners[wish.own_key] := wish.id;
                owner_windows[wish.own_key] := wish.own_window;
            end if;
            if wish.request is not null then
                owners[wish.request] := wish.id;
                owner_windows[wish.request] := wish.request_window;
            end if;
        end if;
    end loop;

    -- Rare: the job that a key was written for is not added, since its other key was taken.
    select exists (select from unnest(owners, first_owners) o(owner, first_owner)
                   where first_owner is not null and owner is distinct from first_owner) into any_moved;
    if any_moved then
        delete from ${schema}.job_key k
            using unnest(wish_scopes, wish_keys, owners, first_owners) o(scope, key, owner, first_owner)
            where k.scope = o.scope and k.key = o.key and o.first_owner is not null and o.owner is null;
        update ${schema}.job_key k
            set job = o.owner, expires_at = clock_timestamp() + o.until_after * interval '1 microsecond'
            from unnest(wish_scopes, wish_keys, owners, first_owners, owner_windows)
                o(scope, key, owner, first_owner, until_after)
            where k.scope = o.scope and k.key = o.key and o.first_owner is not null and o.owner <> o.first_owner;
    end if;
    return holders;
end
$$;

-- Adds jobs. Times are instants, or microseconds from now; tags are array literals. The keys are null if no job has one. Answers
-- one row per job, in order.
create function ${schema}.enqueue(ids uuid[], types text[], queues text[], priorities int[],
    due_ats timestamptz[], due_afters bigint[], kinds int[], max_attempts int[], policies text[], own_policies boolean[],
    deadline_ats timestamptz[], deadline_afters bigint[], timeouts bigint[], tags text[], payloads bytea[],
    scopes text[] default null, keys text[] default null, windows bigint[] default null,
    request_scopes text[] default null, request_keys text[] default null, request_windows bigint[] default null,
    admitted boolean[] default null)
    returns table (id uuid, existed boolean)
language plpgsql
set search_path = pg_catalog
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
    holders uuid[];
    present timestamptz;
begin
    if current_setting('synchronous_commit') = 'off' then
        perform set_config('synchronous_commit', 'on', true);
    end if;
    if scopes is not null then
        holders := ${schema}.take_keys(ids, admitted, scopes, keys, windows, request_scopes, request_keys, request_windows);
    end if;
    present := clock_timestamp();
    insert into ${schema}.job (id, queue, type, state, priority, kind, max_attempts, own_policy, due_at, sort_at, created_at,
            deadline, timeout_ms, policy, tags, active_key, payload)
        select j.id, j.queue, j.type, (d.due_at <= present)::int, j.priority, j.kind, j.max_attempts, j.own_policy,
            d.due_at, d.due_at - j.priority * interval '1 minute', present,
            coalesce(j.deadline_at, present + j.deadline_after * interval '1 microsecond'),
            j.timeout_ms, j.policy, j.tags::text[], case when j.key_window is null then j.key end, j.payload
        from unnest(ids, types, queues, priorities, due_ats, due_afters, kinds, max_attempts, policies, own_policies, deadline_ats,
                deadline_afters, timeouts, tags, payloads, holders, admitted, keys, windows)
                as j(id, type, queue, priority, due_at, due_after, kind, max_attempts, policy, own_policy, deadline_at,
                    deadline_after, timeout_ms, tags, payload, holder, admitted, key, key_window),
            lateral (select coalesce(j.due_at, present + j.due_after * interval '1 microsecond') as due_at) d
        where j.holder is null and j.admitted is not false;
    return query
        select coalesce(a.holder, a.id), a.holder is not null
        from unnest(ids, holders) with ordinality a(id, holder, ord)
        order by a.ord;
end
$$;
