-- An import may replace what an earlier one said of a line; undoing it puts back the row as it was, and what it was known by.
alter table waste_event_revision add column import_batch_id bigint;
alter table waste_event_revision add column content_hash bytea;
