-- apart: made while events are written
-- A list of what is rare among the events of an organisation would read all of them.
drop index concurrently if exists waste_event_voided;
create index concurrently waste_event_voided on waste_event (organisation_id, occurred_at desc, id desc) where voided_at is not null;

drop index concurrently if exists waste_event_device;
create index concurrently waste_event_device on waste_event using gin ((array[device_id]));
