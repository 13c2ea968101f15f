-- name: settings
select name, current_setting(name) from pg_settings where name = any (?) order by name;

-- name: checkpoint
checkpoint;

-- name: analyze
vacuum analyze;

-- name: snapshot
select count(*) from pg_class;
