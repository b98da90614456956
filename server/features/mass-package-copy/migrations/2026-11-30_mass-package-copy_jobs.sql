-- A copy of one location's configuration to others: what was chosen, how far it is, and who began it.
create table copy_job (
  organisation_id bigint not null,
  id bigint generated always as identity,
  source_location_id bigint not null,
  -- The device whose profile is copied, where the location's devices show several.
  source_device_id bigint,
  parts text[] not null check (cardinality(parts) > 0),
  rule text not null check (rule in ('skip', 'replace', 'merge')),
  state text not null check (state in ('PREVIEW', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'STOPPED')),
  -- Of what the source had when somebody confirmed what they had seen.
  source_mark text,
  by_user_id bigint not null,
  -- Whoever asked for the step that is under way: it is done with their rights.
  asked_by bigint not null,
  created_at timestamptz not null,
  alive_at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, source_location_id) references location (organisation_id, id)
);

create table copy_job_target (
  organisation_id bigint not null,
  job_id bigint not null,
  location_id bigint not null,
  -- The prices of a site are changed with the first of its locations.
  leads_site boolean not null,
  state text not null check (state in ('WAITING', 'DONE', 'SAME', 'FAILED', 'UNDONE', 'LEFT')),
  -- Why it failed, or was left as it is.
  code text,
  params jsonb,
  -- The day from which on things change, and the mark of what the location had when somebody confirmed.
  day date,
  mark text,
  -- What was changed, part by part, and the marks of what the location had after that.
  changes jsonb,
  after_marks jsonb,
  settled_at timestamptz,
  primary key (organisation_id, job_id, location_id),
  foreign key (organisation_id, job_id) references copy_job (organisation_id, id) on delete cascade,
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
