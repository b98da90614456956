-- Of a raw export, its events: JSON lines of the head and the rows, packed by gzip. Its document is a summary.
alter table report_run add column raw_rows bytea;
