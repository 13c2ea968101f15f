-- Keeps: a job is in exactly one of job and job_done; a claim epoch is never used twice; what is terminal leaves the live table.
-- ${schema} is the schema's name, quoted, put in by whoever runs or prints a migration.

-- Live jobs, narrow. state: 0 scheduled, 1 ready, 2 running. kind: 0 transient, 1 indefinite, 2 never.
create table ${schema}.job (
    id            uuid        primary key,
    queue         text        not null,
    type          text        not null,
    state         smallint    not null,
    priority      smallint    not null default 0,            -- minutes of head start
    kind          smallint    not null,
    attempt       smallint    not null default 0,
    max_attempts  smallint    not null,
    epoch         int         not null default 0,            -- counts claims, never refunded
    failures      smallint    not null default 0,
    snoozes       int         not null default 0,
    crashes       smallint    not null default 0,
    own_policy    boolean     not null default false,
    cancel        boolean     not null default false,        -- asked for while it runs
    due_at        timestamptz not null,
    sort_at       timestamptz not null,                      -- due_at - priority * 1 min, stamped whenever due_at changes
    created_at    timestamptz not null,
    deadline      timestamptz,
    timeout_ms    bigint,
    worker        uuid,                                      -- these four: while it runs
    lease_until   timestamptz,
    started_at    timestamptz,
    ending        uuid,                                      -- the flush that wrote its last ending
    crash_times   timestamptz[],                             -- the latest lapses, and whose they were
    crash_workers uuid[],
    policy        text,                                      -- null: the default policy
    tags          text[],
    active_key    text,                                      -- the unique key it holds while it is active
    payload       bytea       not null
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500,
        autovacuum_analyze_scale_factor = 0.02);

-- The claim's order, exactly. Without the type, foreign rows at the head of a queue are read and thrown away.
create index job_ready on ${schema}.job (queue, type, sort_at, id) where state = 1;
create index job_scheduled on ${schema}.job (due_at, id) where state = 0;
-- No lease column in any index: heartbeats stay heap-only.
create index job_running on ${schema}.job (worker, id) where state = 2;
create index job_deadline on ${schema}.job (deadline, id) where state < 2 and deadline is not null;

-- Finished jobs. state: 3 succeeded, 4 failed, 5 cancelled, 6 crashed.
create table ${schema}.job_done (
    id            uuid        primary key,
    queue         text        not null,
    type          text        not null,
    state         smallint    not null,
    priority      smallint    not null,
    kind          smallint    not null,
    attempt       smallint    not null,
    max_attempts  smallint    not null,
    epoch         int         not null,
    failures      smallint    not null,
    snoozes       int         not null,
    crashes       smallint    not null,
    own_policy    boolean     not null,
    due_at        timestamptz not null,
    created_at    timestamptz not null,
    deadline      timestamptz,
    timeout_ms    bigint,
    worker        uuid,
    started_at    timestamptz,
    ended_at      timestamptz not null,
    ending        uuid,
    policy        text,
    tags          text[],
    active_key    text,                                      -- to be taken again by a redrive
    payload       bytea       not null,
    result        bytea,
    error         text,
    reason        text,
    explanation   text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.2);

create index job_done_ended on ${schema}.job_done (ended_at, id);

-- Attempts that did not end their job, and endings that a redrive undid. how: 0 retried, 1 retry-after, 2 interrupted, 3 crashed,
-- 4 succeeded, 5 failed, 6 cancelled.
create table ${schema}.job_attempt (
    job           uuid        not null,
    epoch         int         not null,
    attempt       smallint    not null,
    how           smallint    not null,
    worker        uuid,
    started_at    timestamptz,
    ended_at      timestamptz not null,
    next_due_at   timestamptz,
    ending        uuid,
    result        bytea,
    error         text,
    reason        text,
    explanation   text,
    primary key (job, epoch)
) with (autovacuum_vacuum_scale_factor = 0.02);

-- Keys. expires_at null: taken while its job is active.
create table ${schema}.job_key (
    scope         text        not null,
    key           text        not null,
    job           uuid        not null,
    expires_at    timestamptz,
    primary key (scope, key)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

create index job_key_expiry on ${schema}.job_key (expires_at) where expires_at is not null;

-- Paused queues. A queue without a row is open.
create table ${schema}.job_queue (
    name          text        primary key,
    paused_at     timestamptz not null
);
