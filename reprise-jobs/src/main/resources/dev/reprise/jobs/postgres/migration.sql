-- Keeps: a migration is applied once, whole, and by one process; what was applied is known by its checksum.

-- name: read committed
set transaction isolation level read committed;

-- name: lock
select pg_advisory_xact_lock(hashtext('dev.reprise.jobs'), hashtext(?));

-- name: schema exists
select exists (select from pg_namespace where nspname = ?);

-- name: table exists
select to_regclass(?) is not null;

-- name: create schema
create schema if not exists ${schema};

-- name: create table
create table if not exists ${schema}.migration (
    number      int         primary key,
    name        text        not null,
    sha256      text        not null,
    applied_at  timestamptz not null default clock_timestamp()
);

-- name: applied
select number, name, sha256 from ${schema}.migration order by number;

-- name: record
insert into ${schema}.migration (number, name, sha256) values (?, ?, ?);
