-- apart: indexes on a table in use are made beside it
-- Counts of the last days.
drop index concurrently if exists audit_log_time;
create index concurrently audit_log_time on audit_log (organisation_id, at);
