-- apart: made while events are written
drop index concurrently if exists waste_event_revision_import;
create index concurrently waste_event_revision_import on waste_event_revision (organisation_id, import_batch_id) where import_batch_id is not null;
