-- Keeps: one statement writes all endings of a flush, with their children, and answers one row each.

-- name: end
select state, skipped
from ${schema}.end_attempts(?, ?, ?::uuid[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::bytea[], ?::text[], ?::text[], ?::text[],
    ?::text[]);

-- name: end with children
select state, skipped
from ${schema}.end_attempts(?, ?, ?::uuid[], ?::int[], ?::int[], ?::int[], ?::bigint[], ?::bytea[], ?::text[], ?::text[], ?::text[],
    ?::text[], ?::int[],
    ?::uuid[], ?::text[], ?::text[], ?::int[], ?::timestamptz[], ?::bigint[], ?::int[], ?::int[], ?::text[],
    ?::boolean[], ?::timestamptz[], ?::bigint[], ?::bigint[], ?::text[], ?::bytea[],
    ?::text[], ?::text[], ?::bigint[], ?::text[], ?::text[], ?::bigint[]);
