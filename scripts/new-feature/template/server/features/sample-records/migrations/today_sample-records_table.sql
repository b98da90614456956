create table sample_record (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  name text not null check (length(name) between 1 and 200),
  recorded_on date not null,
  grams bigint not null check (grams > 0),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
create index sample_record_newest on sample_record (organisation_id, recorded_on desc, id desc) where removed_at is null;
create index sample_record_removed on sample_record (removed_at) where removed_at is not null;
