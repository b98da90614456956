-- apart: made while events are written
drop index concurrently if exists waste_event_split_from;
create index concurrently waste_event_split_from on waste_event (organisation_id, split_from) where split_from is not null;
