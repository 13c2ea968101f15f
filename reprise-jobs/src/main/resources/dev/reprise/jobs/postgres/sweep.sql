-- Keeps: what time moves is moved by the database's clock, each row once; see migrations 0007 to 0009.

-- name: promote
select promoted, next_micros from ${schema}.promote(?);

-- name: promote each
select promoted, next_micros from ${schema}.promote_each(?);

-- name: expire
select * from ${schema}.expire(?);

-- name: expire each
select * from ${schema}.expire_each(?);

-- name: lapsed
select id, type, worker, epoch, attempt, max_attempts, kind, policy, is_poison from ${schema}.lapsed(?, ?);

-- name: reclaim
select id, state from ${schema}.reclaim(?, ?, ?, ?, ?, ?, ?, ?);
