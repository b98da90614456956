-- What the trackers of an organization show, by name. What a profile holds stands in its versions.
create table tracker_profile (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  created_by bigint,
  created_at timestamptz not null,
  archived_at timestamptz,
  primary key (organisation_id, id)
);
create unique index tracker_profile_name on tracker_profile (organisation_id, lower(name)) where archived_at is null;

-- A published version never changes. The one draft of a profile becomes its next version.
create table tracker_profile_version (
  organisation_id bigint not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  state text not null check (state in ('DRAFT', 'PUBLISHED')),
  version integer check ((version is null) = (state = 'DRAFT')),
  -- Grows with each change of a draft, by which two editors learn of each other.
  revision integer not null default 1,
  -- The older version whose buttons it has again.
  from_version integer,
  changed_by bigint,
  changed_at timestamptz not null,
  published_by bigint,
  published_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, profile_id) references tracker_profile (organisation_id, id)
);
create unique index tracker_profile_version_draft on tracker_profile_version (organisation_id, profile_id) where state = 'DRAFT';
create unique index tracker_profile_version_number on tracker_profile_version (organisation_id, profile_id, version) where version is not null;

-- ref_id: a reference value, of a stage its number.
create table profile_button (
  organisation_id bigint not null,
  version_id bigint not null,
  kind text not null check (kind in ('stage', 'item', 'express', 'reason', 'station', 'container', 'sink', 'daypart')),
  ref_id bigint not null,
  position integer not null,
  primary key (organisation_id, version_id, kind, ref_id),
  foreign key (organisation_id, version_id) references tracker_profile_version (organisation_id, id) on delete cascade
);

-- The version that a device shows, until it is given another.
create table device_profile (
  organisation_id bigint not null,
  device_id bigint not null,
  version_id bigint not null,
  assigned_at timestamptz not null,
  assigned_by bigint,
  primary key (organisation_id, device_id),
  foreign key (organisation_id, device_id) references device (organisation_id, id),
  foreign key (organisation_id, version_id) references tracker_profile_version (organisation_id, id)
);
create index device_profile_version on device_profile (organisation_id, version_id);
