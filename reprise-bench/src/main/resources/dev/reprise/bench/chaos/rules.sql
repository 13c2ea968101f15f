-- What must hold when all is quiet. Each rule answers the jobs that break it, and how.
-- States: 3 succeeded, 4 failed, 5 cancelled, 6 crashed. How: 0 retried, 1 retry-after, 2 interrupted, 3 crashed,
-- 4 succeeded, 5 failed, 6 cancelled.

-- name: prepare
create temp table everything as
select id, (work->>'number')::bigint as number, (work->>'parent')::bigint as parent, (work->>'parentEpoch')::int as parent_epoch,
       (work->>'isTimed')::boolean as is_timed, state, attempt, max_attempts, epoch, failures, snoozes, crashes, reason,
       convert_from(result, 'UTF8') as result, worker, is_live
from (select id, convert_from(payload, 'UTF8')::jsonb as work, state, attempt, max_attempts, epoch, failures, snoozes, crashes,
             null as reason, null::bytea as result, worker, true as is_live
      from reprise.job
      union all
      select id, convert_from(payload, 'UTF8')::jsonb, state, attempt, max_attempts, epoch, failures, snoozes, crashes,
             reason, result, worker, false
      from reprise.job_done) as rows;
create index on everything (id);
create index on everything (number);
create index on everything (parent, parent_epoch);
-- A run beside what the queue says of its epoch: a row of the history, or the job's end if no row says otherwise.
create temp table run as
select e.*, h.how, h.reason, h.attempt as h_attempt, h.worker as h_worker,
       d.state, d.attempt as d_attempt, d.epoch as d_epoch, d.reason as d_reason, d.worker as d_worker, d.is_timed, d.is_live,
       d.epoch = e.epoch and h.job is null as is_last,
       coalesce(e.act = 'SNOOZE' and (h.how is null or h.how in (5, 6))
                or e.act = 'RETRY_AFTER_REFUNDED' and h.how in (1, 5, 6), false) as may_be_refunded
from chaos.effect e
left join everything d on d.id = e.job
left join reprise.job_attempt h on h.job = e.job and h.epoch = e.epoch;
create index on run (job, epoch);
create index on run (number, epoch);
-- Attempts that are gone, by the history.
create temp table spent as
select h.job, h.epoch, h.attempt, h.how, h.reason
from reprise.job_attempt h
where not exists (select from run r where r.job = h.job and r.epoch = h.epoch and r.may_be_refunded and r.how = 1);
create index on spent (job, attempt);
analyze everything;
analyze run;
analyze spent;

-- name: a job that was enqueued is there
select coalesce(l.answer::text, '?'), 'number ' || l.number || ' was enqueued by ' || l.way || ' and is nowhere'
from chaos.ledger l
where l.expect = 'once' and not exists (select from everything d where d.number = l.number)

-- name: no job is there twice
select min(id::text), 'number ' || number || ' is there ' || count(*) || ' times' from everything group by number having count(*) > 1

-- name: a job is where the answer said
select l.answer::text, 'number ' || l.number || ' has another id: ' || d.id
from chaos.ledger l join everything d on d.number = l.number
where l.answer is not null and l.answer <> d.id

-- name: an answer names a job
select l.answer::text, 'the answer to number ' || l.number || ' names no job'
from chaos.ledger l
where l.answer is not null and not exists (select from everything d where d.id = l.answer)

-- name: nobody else enqueues
select d.id::text, 'number ' || d.number || ' was rolled back or never asked for'
from everything d
where d.parent = 0 and not exists (select from chaos.ledger l where l.number = d.number and l.expect <> 'never')

-- name: an enqueue is all or nothing
select '?', 'batch ' || l.batch || ' has ' || count(d.number) || ' of ' || count(*)
from chaos.ledger l left join everything d on d.number = l.number
where l.expect = 'perhaps'
group by l.batch having count(d.number) not in (0, count(*))

-- name: a job shares the fate of its caller's transaction
select coalesce(d.id::text, '?'), 'number ' || l.number || ': order ' || (o.number is not null) || ', job ' || (d.number is not null)
from chaos.ledger l left join everything d on d.number = l.number left join chaos.orders o on o.number = l.number
where l.expect = 'order' and (o.number is null) <> (d.number is null)

-- name: every job has ended
select id::text, 'number ' || number || ' is in state ' || state from everything where is_live

-- name: no epoch runs twice
select job::text, 'epoch ' || epoch || ' ran ' || count(*) || ' times' from chaos.effect group by job, epoch having count(*) > 1

-- name: no attempt runs twice
select job::text, 'attempt ' || attempt || ' ran in epochs ' || epoch || ' and ' || next
from (select *, lead(epoch) over (partition by job, attempt order by epoch) as next from run) as r
where next is not null and next <> epoch and not may_be_refunded

-- name: what runs is known
select job::text, 'number ' || number || ' ran and is nowhere' from run where d_epoch is null

-- name: no run is ahead of its job
select job::text, 'epoch ' || epoch || ' ran, and the job is at ' || d_epoch from run where epoch > d_epoch

-- name: a run leaves a trace
select job::text, 'epoch ' || epoch || ' (' || act || ') ran, and nothing is said about it'
from run where how is null and epoch < d_epoch and act <> 'SNOOZE'

-- name: the history says what the handler did
select job::text, 'epoch ' || epoch || ' was ' || act || ', the history says ' || how
from run
where not case how
    when 0 then act in ('THROW', 'TIME_OUT') or is_timed
    when 1 then act in ('RETRY_AFTER', 'RETRY_AFTER_REFUNDED')
    when 4 then act in ('SUCCEED', 'CHILD', 'SLOW', 'DEAF')
    when 5 then act in ('THROW', 'EXIT', 'RETRY_AFTER', 'TIME_OUT') or is_timed or reason = 'DEADLINE'
    else true end

-- name: the end is what the handler did
select job::text, 'the last epoch, ' || epoch || ', was ' || act || ', the state is ' || state
from run
where is_last and not is_live and not case state
    when 3 then act in ('SUCCEED', 'CHILD', 'SLOW', 'DEAF')
    when 4 then act in ('THROW', 'EXIT', 'RETRY_AFTER', 'TIME_OUT') or is_timed or d_reason = 'DEADLINE'
    else true end

-- name: the numbers of attempts agree
select job::text, 'epoch ' || epoch || ' was attempt ' || attempt || ', and was written as ' || coalesce(h_attempt, d_attempt)
from run
where (how < 4 and h_attempt <> attempt)
   or (is_last and d_attempt <> attempt and not (act in ('SNOOZE', 'RETRY_AFTER_REFUNDED') and d_attempt = attempt - 1))

-- name: nothing succeeds without a run
select d.id::text, 'number ' || d.number || ' succeeded in epoch ' || d.epoch || ', which never ran'
from everything d
where d.state = 3 and not exists (select from run r where r.job = d.id and r.epoch = d.epoch)

-- name: a value is the handler's
select id::text, 'number ' || number || ' has the value ' || coalesce(result, 'null')
from everything where state = 3 and result is distinct from '"' || number || ' in epoch ' || epoch || '"'

-- name: nothing fails without a run
select d.id::text, 'number ' || d.number || ' failed in epoch ' || d.epoch || ', which never ran: ' || coalesce(d.reason, 'no reason')
from everything d
where d.state = 4 and d.reason is distinct from 'DEADLINE'
  and not exists (select from run r where r.job = d.id and r.epoch = d.epoch)

-- name: nothing is cancelled unasked
select d.id::text, 'number ' || d.number from everything d
where d.state = 5 and not exists (select from chaos.cancel c where c.job = d.id)
union all
select h.job::text, 'epoch ' || h.epoch || ' of the history' from reprise.job_attempt h
where h.how = 6 and not exists (select from chaos.cancel c where c.job = h.job)

-- name: what was answered as cancelled is cancelled
select d.id::text, 'number ' || d.number || ' is in state ' || d.state
from chaos.cancel c join everything d on d.id = c.job
where c.answer = 'Cancelled' and d.state <> 5 and not exists (select from chaos.redrive r where r.job = d.id)

-- name: no attempt is beyond the ceiling
select r.job::text, 'attempt ' || r.attempt || ' of ' || d.max_attempts from run r join everything d on d.id = r.job
where r.attempt > d.max_attempts
union all
select id::text, 'attempt ' || attempt || ' of ' || max_attempts from everything where attempt > max_attempts

-- name: a ceiling rises only for an interrupt or a redrive
select d.id::text, 'the ceiling rose from ' || coalesce(l.max_attempts, 6) || ' to ' || d.max_attempts
from everything d left join chaos.ledger l on l.number = d.number
where d.max_attempts > coalesce(l.max_attempts, 6)
    + (select count(*) from reprise.job_attempt h where h.job = d.id and h.how = 2)
    + (select count(*) from chaos.redrive r where r.job = d.id)

-- name: crashes are counted
select d.id::text, d.crashes || ' crashes are counted; the history has ' || h.least || ' to ' || h.most
from everything d
cross join lateral (
    select count(*) filter (where how = 3) + (d.state = 6 and count(*) filter (where epoch = d.epoch) = 0)::int as least,
           count(*) filter (where how in (3, 6)) + (d.state in (5, 6) and count(*) filter (where epoch = d.epoch) = 0)::int as most
    from reprise.job_attempt where job = d.id) as h
where d.crashes not between h.least and h.most

-- name: failures are counted
select d.id::text, d.failures || ' failures are counted; the history has ' || h.least || ' to ' || h.most
from everything d
cross join lateral (
    select count(*) filter (where how = 0) as least,
           -- What throws while a cancel is pending has failed, and is cancelled.
           count(*) filter (where how in (0, 5, 6)) + (d.state in (4, 5) and count(*) filter (where epoch = d.epoch) = 0)::int as most
    from reprise.job_attempt where job = d.id) as h
where d.failures not between h.least and h.most

-- name: no more snoozes than were asked for
select d.id::text, d.snoozes || ' snoozes are counted' from everything d
where d.snoozes > (select count(*) from run r where r.job = d.id and r.act = 'SNOOZE')

-- name: every attempt is accounted for
select d.id::text, 'attempt ' || n || ' of ' || d.attempt || ' has no ending'
from everything d cross join lateral generate_series(1, d.attempt) as n
where not d.is_live
  and not exists (select from spent s where s.job = d.id and s.attempt = n)
  and not (n = d.attempt and not exists (select from reprise.job_attempt h where h.job = d.id and h.epoch = d.epoch))

-- name: no attempt is spent twice
select job::text, 'attempt ' || attempt || ' has ' || count(*) || ' endings' from spent
where how < 6 and not (how = 5 and reason is not distinct from 'DEADLINE')
group by job, attempt having count(*) > 1
union all
select d.id::text, 'attempt ' || d.attempt || ' was spent in epoch ' || s.epoch || ' and ended the job in ' || d.epoch
from everything d join spent s on s.job = d.id and s.attempt = d.attempt and s.epoch < d.epoch
where s.how < 6 and not (s.how = 5 and s.reason is not distinct from 'DEADLINE')
  and (d.state in (3, 6) or d.state = 4 and d.reason is distinct from 'DEADLINE')
  and not exists (select from reprise.job_attempt h where h.job = d.id and h.epoch = d.epoch)

-- name: a child is there if and only if its attempt succeeded
select r.job::text, 'epoch ' || r.epoch || ' was ' || r.act || ', and ' || c.n || ' children are there'
from run r
cross join lateral (
    select count(*) as n from everything c where c.parent = r.number and c.parent_epoch = r.epoch) as c
where c.n <> (r.act = 'CHILD' and coalesce(r.how = 4 or r.is_last and r.state = 3, false))::int

-- name: no child is without a parent
select c.id::text, 'number ' || c.number || ' has no run that asked for it' from everything c
where c.parent <> 0 and not exists (select from run r where r.number = c.parent and r.epoch = c.parent_epoch)

-- name: an incarnation is one process
select min(job::text), 'incarnation ' || worker || ' is ' || count(distinct process) || ' processes'
from (select job, process, coalesce(h_worker, case when is_last then d_worker end) as worker from run) as r
where worker is not null
group by worker having count(distinct process) > 1

-- name: no key outlives its job
select k.job::text, 'the key ' || k.scope || ' ' || k.key || ' is still held' from reprise.job_key k
where k.expires_at is null and not exists (select from reprise.job j where j.id = k.job)

-- name: story
with asked as (select id::text as id, number from everything where id::text = ?)
select line from (
    select 0 as place, 0 as epoch, 'enqueue ' || (to_jsonb(l))::text as line
    from chaos.ledger l, asked where l.answer::text = asked.id or l.number = asked.number
    union all
    select 1, e.epoch, 'run     ' || (to_jsonb(e))::text from chaos.effect e, asked where e.job::text = asked.id
    union all
    select 1, h.epoch, 'history ' || (to_jsonb(h) - 'result')::text from reprise.job_attempt h, asked where h.job::text = asked.id
    union all
    select 2, 0, 'cancel  ' || (to_jsonb(c))::text from chaos.cancel c, asked where c.job::text = asked.id
    union all
    select 2, 0, 'redrive ' || (to_jsonb(r))::text from chaos.redrive r, asked where r.job::text = asked.id
    union all
    select 3, 0, 'live    ' || (to_jsonb(j) - 'payload')::text from reprise.job j, asked where j.id::text = asked.id
    union all
    select 3, 0, 'end     ' || (to_jsonb(d) - 'payload' - 'result')::text from reprise.job_done d, asked where d.id::text = asked.id
    union all
    select 4, 0, 'child   ' || (to_jsonb(c))::text from everything c, asked where c.parent = asked.number
) as lines
order by place, epoch, line desc
