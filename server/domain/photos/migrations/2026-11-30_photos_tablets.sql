-- Whether devices may add photos: off unless somebody turns it on, but left on where devices have added some.
alter table photo_setting add column device_photos boolean not null default false;
insert into photo_setting (organisation_id, retention_days, training_consent, device_photos, changed_at)
select distinct organisation_id, 365, false, true, now() from photo where device_id is not null
on conflict (organisation_id) do update set device_photos = true;
