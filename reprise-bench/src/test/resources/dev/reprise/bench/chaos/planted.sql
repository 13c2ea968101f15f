-- A small world in order, and for each rule what breaks it.

-- name: helpers
create function chaos.id(n bigint) returns uuid language sql as
    $$ select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid $$;
create function chaos.work(n bigint, parent bigint, parent_epoch int) returns bytea language sql as
    $$ select convert_to(json_build_object('number', n, 'parent', parent, 'parentEpoch', parent_epoch, 'isTimed', false)::text, 'UTF8') $$;
create function chaos.ended(n bigint, state int, attempt int, epoch int, parent bigint default 0, parent_epoch int default 0,
                            failures int default 0, crashes int default 0, reason text default null) returns void language sql as
    $$ insert into reprise.job_done (id, queue, type, state, priority, kind, attempt, max_attempts, epoch, failures, snoozes, crashes,
           own_policy, due_at, created_at, ended_at, worker, payload, result, reason)
       values (chaos.id(n), 'default', 'chaos.plain', state, 0, 0, attempt, 6, epoch, failures, 0, crashes,
           false, now(), now(), now(), chaos.id(9001), chaos.work(n, parent, parent_epoch),
           case when state = 3 then convert_to('"' || n || ' in epoch ' || epoch || '"', 'UTF8') end, reason) $$;
create function chaos.ran(n bigint, epoch int, attempt int, act text, process int default 8001) returns void language sql as
    $$ insert into chaos.effect (run, job, number, epoch, attempt, process, act)
       values (gen_random_uuid(), chaos.id(n), n, epoch, attempt, chaos.id(process), act) $$;
create function chaos.past(n bigint, epoch int, attempt int, how int, reason text default null) returns void language sql as
    $$ insert into reprise.job_attempt (job, epoch, attempt, how, worker, ended_at, reason)
       values (chaos.id(n), epoch, attempt, how, chaos.id(9001), now(), reason) $$;
create function chaos.asked(n bigint, expect text default 'once', batch int default 1, answer bigint default null)
    returns void language sql as
    $$ insert into chaos.ledger (number, batch, way, expect, max_attempts, answer)
       values (n, batch, 'hand', expect, 6, chaos.id(answer)) $$;

-- name: in order
select chaos.asked(1, answer => 1), chaos.ran(1, 1, 1, 'SUCCEED'), chaos.ended(1, 3, 1, 1);
select chaos.asked(2), chaos.ran(2, 1, 1, 'THROW'), chaos.past(2, 1, 1, 0), chaos.ran(2, 2, 2, 'SUCCEED'),
       chaos.ended(2, 3, 2, 2, failures => 1);
select chaos.asked(3), chaos.ran(3, 1, 1, 'SNOOZE'), chaos.ran(3, 2, 1, 'RETRY_AFTER_REFUNDED'), chaos.past(3, 2, 1, 1),
       chaos.ran(3, 3, 1, 'CHILD'), chaos.ended(3, 3, 1, 3);
select chaos.ran(3000000003, 1, 1, 'SUCCEED'), chaos.ended(3000000003, 3, 1, 1, 3, 3);
select chaos.asked(4), chaos.ran(4, 1, 1, 'HALT'), chaos.past(4, 1, 1, 3), chaos.ended(4, 6, 2, 2, crashes => 2);
select chaos.asked(5), chaos.ran(5, 1, 1, 'EXIT'), chaos.ended(5, 4, 1, 1);
select chaos.asked(6), chaos.ended(6, 5, 0, 0);
insert into chaos.cancel values (chaos.id(6), 'Cancelled');
select chaos.asked(7, 'order'), chaos.ran(7, 1, 1, 'SUCCEED'), chaos.ended(7, 3, 1, 1);
insert into chaos.orders values (7);
select chaos.asked(8, 'order'), chaos.asked(9, 'never'), chaos.asked(10, 'perhaps', 2), chaos.asked(11, 'perhaps', 2),
       chaos.asked(12, 'answered', 3, 1);
select chaos.asked(13), chaos.ran(13, 1, 1, 'RETRY_AFTER'), chaos.past(13, 1, 1, 1), chaos.ended(13, 4, 1, 1, reason => 'DEADLINE');

-- name: a job that was enqueued is there
select chaos.asked(20)

-- name: no job is there twice
select chaos.ended(21, 3, 1, 1);
update reprise.job_done set payload = chaos.work(1, 0, 0) where id = chaos.id(21)

-- name: a job is where the answer said
update chaos.ledger set answer = chaos.id(2) where number = 1

-- name: an answer names a job
update chaos.ledger set answer = chaos.id(99) where number = 12

-- name: nobody else enqueues
select chaos.ran(9, 1, 1, 'SUCCEED'), chaos.ended(9, 3, 1, 1)

-- name: an enqueue is all or nothing
select chaos.ran(10, 1, 1, 'SUCCEED'), chaos.ended(10, 3, 1, 1)

-- name: a job shares the fate of its caller's transaction
insert into chaos.orders values (8)

-- name: every job has ended
select chaos.asked(20);
insert into reprise.job (id, queue, type, state, kind, max_attempts, due_at, sort_at, created_at, payload)
values (chaos.id(20), 'default', 'chaos.plain', 1, 0, 6, now(), now(), now(), chaos.work(20, 0, 0))

-- name: no epoch runs twice
select chaos.ran(1, 1, 1, 'SUCCEED')

-- name: no attempt runs twice
update chaos.effect set attempt = 1 where number = 2

-- name: what runs is known
select chaos.ran(20, 1, 1, 'SUCCEED')

-- name: no run is ahead of its job
select chaos.ran(1, 2, 2, 'SUCCEED')

-- name: a run leaves a trace
delete from reprise.job_attempt where job = chaos.id(2)

-- name: the history says what the handler did
update reprise.job_attempt set how = 1 where job = chaos.id(2)

-- name: the end is what the handler did
update chaos.effect set act = 'THROW' where number = 1

-- name: the numbers of attempts agree
update reprise.job_attempt set attempt = 2 where job = chaos.id(2)

-- name: nothing succeeds without a run
delete from chaos.effect where number = 1

-- name: a value is the handler's
update reprise.job_done set result = null where id = chaos.id(1)

-- name: nothing fails without a run
delete from chaos.effect where number = 5

-- name: nothing is cancelled unasked
delete from chaos.cancel

-- name: what was answered as cancelled is cancelled
insert into chaos.cancel values (chaos.id(1), 'Cancelled')

-- name: no attempt is beyond the ceiling
update reprise.job_done set max_attempts = 1 where id = chaos.id(2)

-- name: a ceiling rises only for an interrupt or a redrive
update reprise.job_done set max_attempts = 7 where id = chaos.id(1)

-- name: crashes are counted
update reprise.job_done set crashes = 1 where id = chaos.id(4)

-- name: failures are counted
update reprise.job_done set failures = 0 where id = chaos.id(2)

-- name: no more snoozes than were asked for
update reprise.job_done set snoozes = 2 where id = chaos.id(3)

-- name: every attempt is accounted for
delete from reprise.job_attempt where job = chaos.id(4)

-- name: no attempt is spent twice
update reprise.job_done set attempt = 1 where id = chaos.id(4)

-- name: a child is there if and only if its attempt succeeded
delete from reprise.job_done where id = chaos.id(3000000003)

-- name: no child is without a parent
select chaos.ran(4000000004, 1, 1, 'SUCCEED'), chaos.ended(4000000004, 3, 1, 1, 4, 4)

-- name: an incarnation is one process
update chaos.effect set process = chaos.id(8002) where number = 1

-- name: no key outlives its job
insert into reprise.job_key (scope, key, job) values ('key:chaos.plain', 'k', chaos.id(1))
