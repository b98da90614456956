create table import_batch (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  file_name text not null,
  file_sha256 bytea,
  mapping jsonb not null,
  state text not null check (state in ('UPLOADED', 'CHECKING', 'CHECKED', 'QUEUED', 'RUNNING', 'DONE', 'FAILED', 'UNDONE')),
  lines_read integer not null default 0,
  events_taken integer not null default 0,
  events_known integer not null default 0,
  lines_refused integer not null default 0,
  totals jsonb not null default '{}',
  failure text,
  failure_params jsonb,
  created_by bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz,
  primary key (organisation_id, id)
);

-- The uploaded file of an import that is still to be run, so that any node can run it.
create table import_file (
  organisation_id bigint not null,
  batch_id bigint not null,
  part integer not null,
  bytes bytea not null,
  primary key (organisation_id, batch_id, part),
  foreign key (organisation_id, batch_id) references import_batch (organisation_id, id) on delete cascade
);

create table import_error (
  organisation_id bigint not null,
  batch_id bigint not null,
  id bigint generated always as identity,
  line integer not null,
  column_name text not null,
  code text not null,
  params jsonb not null default '{}',
  raw text not null default '',
  primary key (organisation_id, batch_id, id),
  foreign key (organisation_id, batch_id) references import_batch (organisation_id, id) on delete cascade
);

-- organisation_id leads every key, and local_date is part of it, so that the table can be partitioned
-- by month and distributed by tenant without a change in the queries.
create table waste_event (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  device_id bigint,
  client_event_uuid uuid not null,
  occurred_at timestamptz not null,
  local_date date not null,
  week_start date not null,
  stage_id integer not null,
  item_id bigint,
  reason_id bigint,
  source_id bigint,
  sink_id bigint,
  daypart_id bigint,
  container_id bigint,
  gross_g numeric(12, 2) not null,
  tare_g numeric(12, 2) not null,
  net_g numeric(12, 2) not null check (net_g >= 0),
  entered_value numeric(16, 4) not null,
  entered_unit text not null,
  estimated boolean not null default false,
  counts_as_waste boolean not null default true,
  cost_amount numeric(14, 4),
  cost_currency char(3),
  cost_rule_id bigint,
  quantity numeric(12, 2),
  note text,
  origin text not null check (origin in ('DEVICE', 'WEB', 'IMPORT', 'API')),
  import_batch_id bigint,
  import_line integer,
  created_at timestamptz not null,
  created_by bigint,
  voided_at timestamptz,
  voided_by bigint,
  void_reason text,
  primary key (organisation_id, id, local_date),
  check (net_g = greatest(gross_g - tare_g, 0)),
  check ((cost_amount is null) = (cost_currency is null))
);
create index waste_event_location_day on waste_event (organisation_id, location_id, local_date);
create index waste_event_occurred on waste_event (organisation_id, occurred_at desc, id desc);
create index waste_event_import on waste_event (organisation_id, import_batch_id) where import_batch_id is not null;

-- Idempotency of every way in. Apart from the events, so that those can be partitioned.
create table ingest_key (
  organisation_id bigint not null,
  client_event_uuid uuid not null,
  content_hash bytea not null,
  event_id bigint not null,
  primary key (organisation_id, client_event_uuid)
);

create table waste_event_revision (
  organisation_id bigint not null,
  id bigint generated always as identity,
  event_id bigint not null,
  at timestamptz not null,
  by_user_id bigint,
  why text not null,
  before jsonb not null,
  primary key (organisation_id, id)
);
create index waste_event_revision_event on waste_event_revision (organisation_id, event_id);

create table check_weight (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  device_id bigint,
  weighed_at timestamptz not null,
  local_date date not null,
  net_g numeric(12, 2) not null check (net_g >= 0),
  edited_at timestamptz,
  edited_by bigint,
  primary key (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
create index check_weight_day on check_weight (organisation_id, location_id, local_date);

create table checkweight_note_reference (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  description text not null,
  primary key (organisation_id, id)
);

create table checkweight_note (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  local_date date not null,
  reference_id bigint,
  content text not null default '',
  primary key (organisation_id, id),
  unique (organisation_id, location_id, local_date),
  foreign key (organisation_id, location_id) references location (organisation_id, id),
  foreign key (organisation_id, reference_id) references checkweight_note_reference (organisation_id, id)
);

-- weekday: 1 Monday … 7 Sunday. The newest row with valid_from on or before a day decides; none means open.
create table calendar_pattern (
  organisation_id bigint not null,
  location_id bigint not null,
  weekday smallint not null check (weekday between 1 and 7),
  valid_from date not null,
  open boolean not null,
  primary key (organisation_id, location_id, weekday, valid_from),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);

create table calendar_exception (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  from_date date not null,
  to_date date not null,
  open boolean not null,
  reason text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  primary key (organisation_id, id),
  check (from_date <= to_date),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
create index calendar_exception_range on calendar_exception (organisation_id, location_id, from_date, to_date);

-- Public holidays as the holiday library gives them, kept so that SQL can count open days.
create table holiday (
  country_code char(2) not null references country (code),
  day date not null,
  name text not null,
  primary key (country_code, day)
);
create table holiday_year (
  country_code char(2) not null references country (code),
  year integer not null,
  primary key (country_code, year)
);
