-- When a device last sent events; last_seen_at is whatever it sent.
alter table device add column last_event_at timestamptz;

-- What a device last said of itself.
create table device_state (
  organisation_id bigint not null,
  device_id bigint not null,
  reported_at timestamptz not null,
  app_version text not null,
  profile_version integer,
  battery_percent smallint check (battery_percent between 0 and 100),
  charging boolean,
  network text,
  queue_depth integer check (queue_depth >= 0),
  photo_backlog integer check (photo_backlog >= 0),
  -- How far its clock is ahead of the server's.
  clock_offset_ms bigint not null,
  scale_connected boolean,
  scale_calibrated_on date,
  scale_due_on date,
  primary key (organisation_id, device_id),
  foreign key (organisation_id, device_id) references device (organisation_id, id)
);

-- The same of a day (UTC), at its worst.
create table device_day (
  organisation_id bigint not null,
  device_id bigint not null,
  day date not null,
  heartbeats integer not null,
  lowest_battery smallint,
  deepest_queue integer,
  largest_clock_offset_ms bigint not null,
  primary key (organisation_id, device_id, day),
  foreign key (organisation_id, device_id) references device (organisation_id, id)
);
create index device_day_day on device_day (day);

-- The one code by which a tablet becomes this device; gone once it is used.
create table device_enrolment (
  organisation_id bigint not null,
  device_id bigint not null,
  code_hash bytea not null unique,
  made_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (organisation_id, device_id),
  foreign key (organisation_id, device_id) references device (organisation_id, id)
);

-- How a device is to work; the version tells it that something has changed.
create table device_setting (
  organisation_id bigint not null,
  device_id bigint not null,
  version integer not null,
  channel text not null check (channel in ('stable', 'beta')),
  settings jsonb not null,
  changed_at timestamptz not null,
  primary key (organisation_id, device_id),
  foreign key (organisation_id, device_id) references device (organisation_id, id)
);

create table device_command (
  organisation_id bigint not null,
  id bigint generated always as identity,
  device_id bigint not null,
  kind text not null check (kind in ('ping', 'restart', 'sendLog')),
  state text not null check (state in ('asked', 'sent', 'done', 'failed', 'withdrawn')),
  asked_by bigint not null,
  asked_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  -- What the device answered; of a log, its text.
  answer text,
  primary key (organisation_id, id),
  foreign key (organisation_id, device_id) references device (organisation_id, id)
);
create index device_command_device on device_command (organisation_id, device_id, id);

-- A fault of a device, from when it was noted to when it was mended.
create table device_case (
  organisation_id bigint not null,
  id bigint generated always as identity,
  device_id bigint not null,
  note text not null,
  opened_by bigint not null,
  opened_at timestamptz not null,
  closed_by bigint,
  closed_at timestamptz,
  resolution text,
  primary key (organisation_id, id),
  foreign key (organisation_id, device_id) references device (organisation_id, id)
);
create index device_case_device on device_case (organisation_id, device_id, id);

-- Which device stood there before.
create table device_replacement (
  organisation_id bigint not null,
  device_id bigint not null,
  replaces_device_id bigint not null,
  replaced_at timestamptz not null,
  primary key (organisation_id, device_id),
  unique (organisation_id, replaces_device_id),
  foreign key (organisation_id, device_id) references device (organisation_id, id),
  foreign key (organisation_id, replaces_device_id) references device (organisation_id, id)
);
