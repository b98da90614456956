-- Pictures of what was weighed, made anew from what was sent. An event may have a few; the same file is kept once.
create table photo (
  organisation_id bigint not null,
  id bigint generated always as identity,
  event_id bigint not null,
  -- Of the file as it was sent.
  sha256 bytea not null check (octet_length(sha256) = 32),
  media_type text not null,
  content bytea not null,
  small bytea not null,
  -- The difference hash of 64 bits, by which alike pictures are found.
  hash bytea not null check (octet_length(hash) = 8),
  device_id bigint,
  added_by bigint,
  taken_at timestamptz not null,
  added_at timestamptz not null,
  retention_until timestamptz not null,
  primary key (organisation_id, id),
  unique (organisation_id, event_id, sha256)
);
create index photo_retention on photo (retention_until);

-- What an organisation says about its photos. Without a row: kept for a year, no training.
create table photo_setting (
  organisation_id bigint primary key,
  retention_days integer not null check (retention_days between 7 and 3650),
  training_consent boolean not null,
  changed_by bigint,
  changed_at timestamptz not null
);
