-- apart: made while events are written
-- The queue goes through the waiting events of an organisation in their order.
drop index concurrently if exists waste_event_waiting;
create index concurrently waste_event_waiting on waste_event (organisation_id, id) where classification_state = 'UNCLASSIFIED' and voided_at is null;
