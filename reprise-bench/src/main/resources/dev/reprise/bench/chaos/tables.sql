-- What the storm writes down beside the queue. Keeps: a run has one row, however often it was written; nothing else is unique, so
-- that a job that runs twice is counted and not refused.

-- name: create
create schema chaos;
create table chaos.effect (
    run        uuid primary key,
    job        uuid not null,
    number     bigint not null,
    epoch      int not null,
    attempt    int not null,
    process    uuid not null,
    act        text not null,
    began_at   timestamptz not null default clock_timestamp()
);
-- The caller's own rows, written in the transaction that enqueued.
create table chaos.orders (number bigint not null);
-- What the enqueuing side was told. expect: once, perhaps (with all or none of its batch), never, order (if and only if its
-- order is there), answered (the answer is there, and is the job of this number if there is one).
create table chaos.ledger (
    number       bigint not null,
    batch        int not null,
    way          text not null,
    expect       text not null,
    max_attempts int not null,
    answer       uuid
);
create table chaos.cancel (job uuid not null, answer text not null);
create table chaos.redrive (job uuid not null, answer text not null);

-- name: add effect
insert into chaos.effect (run, job, number, epoch, attempt, process, act) values (?, ?, ?, ?, ?, ?, ?)
on conflict (run) do nothing

-- name: add order
insert into chaos.orders (number) values (?)

-- name: add to ledger
insert into chaos.ledger (number, batch, way, expect, max_attempts, answer) values (?, ?, ?, ?, ?, ?)

-- name: add cancel
insert into chaos.cancel (job, answer) values (?, ?)

-- name: add redrive
insert into chaos.redrive (job, answer) values (?, ?)

-- name: some waiting
select id from reprise.job order by random() limit 1

-- name: some running
select id from reprise.job where state = 2 order by random() limit 1

-- name: some ended
select id from reprise.job_done order by md5(id::text || ?) limit ?

-- name: progress
select (select count(*) from reprise.job), (select count(*) from reprise.job_done),
       (select coalesce(sum(epoch), 0) from reprise.job)

-- name: keys held twice
select type || ' ' || active_key from reprise.job where active_key is not null group by type, active_key having count(*) > 1

-- name: acts
select act, count(*) from chaos.effect group by act order by act

-- name: states
select case state when 3 then 'succeeded' when 4 then 'failed' when 5 then 'cancelled' else 'crashed' end, count(*)
from reprise.job_done group by state order by state
