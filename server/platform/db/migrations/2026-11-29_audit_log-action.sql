-- apart: indexes on a table in use are made beside it
-- The areas of the log's page, by a loose scan.
drop index concurrently if exists audit_log_action;
create index concurrently audit_log_action on audit_log (organisation_id, action);
