-- apart: made while events are written
-- The values that an event names, whichever column they are in: their ids are of one sequence.
drop index concurrently if exists waste_event_values;
create index concurrently waste_event_values on waste_event using gin ((array[item_id, reason_id, source_id, sink_id, daypart_id, container_id]));

drop index concurrently if exists waste_event_note;
create index concurrently waste_event_note on waste_event using gin (note gin_trgm_ops) where note is not null;
