-- Reports that are made again and again, and mailed.
create table report_schedule (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  kind text not null,
  -- What is asked for; the period is relative to the day on which it is made.
  parameters jsonb not null,
  cadence text not null check (cadence in ('weekly', 'monthly')),
  -- 1 is Monday; of a month 1 to 28.
  day smallint not null check (day between 1 and 28),
  -- By the clock of the organization.
  hour smallint not null check (hour between 0 and 23),
  -- It is made with what this person sees.
  owner_id bigint not null,
  next_at timestamptz not null,
  paused boolean not null default false,
  -- Why it was paused without anybody's doing.
  paused_for text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (cadence = 'monthly' or day <= 7),
  primary key (organisation_id, id)
);
create index report_schedule_due on report_schedule (next_at) where not paused;

create table report_recipient (
  organisation_id bigint not null,
  schedule_id bigint not null,
  user_id bigint not null,
  primary key (organisation_id, schedule_id, user_id),
  foreign key (organisation_id, schedule_id) references report_schedule (organisation_id, id) on delete cascade
);

-- A report as it was made: it stays as it is, whatever is corrected later.
create table report_run (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  kind text not null,
  -- With the dates that were meant.
  parameters jsonb not null,
  fingerprint text not null,
  -- The locations that its figures are of: whoever sees all of them may open it.
  location_ids bigint[] not null default '{}',
  requested_by bigint not null,
  schedule_id bigint,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  step smallint not null default 0,
  failure text,
  document jsonb,
  -- What the document was written from.
  figures jsonb,
  pdf bytea,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  finished_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, schedule_id) references report_schedule (organisation_id, id) on delete set null (schedule_id)
);
create index report_run_newest on report_run (organisation_id, created_at desc, id desc);
create index report_run_open on report_run (touched_at) where state in ('queued', 'running');
-- What is asked for twice is made once.
create unique index report_run_once on report_run (organisation_id, requested_by, fingerprint) where state in ('queued', 'running');

-- To whom a report was mailed.
create table report_delivery (
  organisation_id bigint not null,
  id bigint generated always as identity,
  run_id bigint not null,
  user_id bigint not null,
  -- null: it was not mailed, for the reason.
  outbox_key text,
  sent_at timestamptz,
  reason text,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, run_id) references report_run (organisation_id, id) on delete cascade
);
create index report_delivery_run on report_delivery (organisation_id, run_id);

-- Links by which somebody without an account reads a report, until they end.
create table report_share (
  organisation_id bigint not null,
  id bigint generated always as identity,
  run_id bigint not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_by bigint not null,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, run_id) references report_run (organisation_id, id) on delete cascade
);
create index report_share_run on report_share (organisation_id, run_id);
