-- apart: made while events are written
-- Every page of whoever classifies counts what waits; most events have no state and are not in it.
drop index concurrently if exists waste_event_classification_state;
create index concurrently waste_event_classification_state on waste_event (organisation_id, classification_state, location_id) where classification_state is not null and voided_at is null;

alter table waste_event validate constraint waste_event_classification_state;
