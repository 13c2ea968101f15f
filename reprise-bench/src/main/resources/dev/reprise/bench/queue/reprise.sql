-- name: empty
truncate reprise.job, reprise.job_done, reprise.job_attempt, reprise.job_key;
-- name: pending
select count(*) from reprise.job where state = 1;
