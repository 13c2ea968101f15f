-- The raw loop: the least that PostgreSQL must do to hand out each job once. No fences, no history.

-- name: schema
create table if not exists raw_job (
  id bigint primary key, due_at timestamptz not null, state smallint not null, payload bytea not null
);
create index if not exists raw_job_ready on raw_job (due_at, id) where state = 0;
truncate raw_job;

-- name: copy
copy raw_job (id, due_at, state, payload) from stdin;

-- name: claim
update raw_job set state = 1
  where id in (select id from raw_job where state = 0 order by due_at, id limit ? for update skip locked)
  returning id, payload;

-- name: done
delete from raw_job where id = any (?);

-- name: pending
select count(*) from raw_job where state = 0;
