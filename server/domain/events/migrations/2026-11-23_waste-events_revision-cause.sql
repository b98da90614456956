-- What changed an event without anybody looking at it: null where a person or an import did.
alter table waste_event_revision add column cause text check (cause in ('MERGE', 'RECOST'));
