-- A reason with a key is one of those that every organisation has; it is shown in the reader's language.
alter table checkweight_note_reference add column key text;

update checkweight_note_reference r set key = k.key
from (values
  ('Bin was emptied before it was weighed', 'binEmptied'),
  ('Scale was out of order', 'scaleOutOfOrder'),
  ('Forgotten', 'forgotten'),
  ('Waste of another kitchen in the bin', 'otherKitchen'),
  ('Recount confirmed', 'recountConfirmed')) as k (description, key)
where r.description = k.description
  and r.id = (select min(same.id) from checkweight_note_reference same where same.organisation_id = r.organisation_id and same.description = r.description);

insert into checkweight_note_reference (organisation_id, description, key)
select o.id, k.description, k.key
from organisation o cross join (values
  (1, 'Bin was emptied before it was weighed', 'binEmptied'),
  (2, 'Scale was out of order', 'scaleOutOfOrder'),
  (3, 'Forgotten', 'forgotten'),
  (4, 'Waste of another kitchen in the bin', 'otherKitchen'),
  (5, 'Recount confirmed', 'recountConfirmed')) as k (place, description, key)
where not exists (select from checkweight_note_reference r where r.organisation_id = o.id and r.key = k.key)
order by o.id, k.place;
