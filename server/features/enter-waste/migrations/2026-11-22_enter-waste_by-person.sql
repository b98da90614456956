-- apart: made while events are written
-- What somebody has typed in today is found among millions of weighings.
drop index concurrently if exists waste_event_typed;
create index concurrently waste_event_typed on waste_event (organisation_id, created_by, created_at desc, id desc) where origin = 'WEB';
