-- JobRunr makes its tables itself.

-- name: schema
truncate jobrunr_jobs;

-- name: pending
select count(*) from jobrunr_jobs where state in ('ENQUEUED', 'PROCESSING');
