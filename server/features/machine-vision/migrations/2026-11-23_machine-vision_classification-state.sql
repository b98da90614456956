-- What machine vision has to do with an event: null where it came with nothing to classify.
alter table waste_event add column classification_state text;
alter table waste_event add constraint waste_event_classification_state check (classification_state in ('UNCLASSIFIED', 'CLASSIFIED')) not valid;
