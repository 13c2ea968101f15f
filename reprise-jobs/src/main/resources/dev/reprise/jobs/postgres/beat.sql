-- Keeps: a lease is renewed only for who holds it; see migrations/0005_beat.sql.

-- name: beat
select id, epoch, attempt, is_lost, is_stray, is_cancelled, is_unrenewed from ${schema}.beat(?, ?, ?, ?);
