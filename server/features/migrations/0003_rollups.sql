-- Everything here can be rebuilt from the tables before it. Grams and cost count only events that are
-- not voided and that count as waste; cost is in the site's currency.

create table dirty_week (
  organisation_id bigint not null,
  location_id bigint not null,
  week_start date not null,
  marked_at timestamptz not null default now(),
  primary key (organisation_id, location_id, week_start)
);

create table rollup_day (
  organisation_id bigint not null,
  location_id bigint not null,
  local_date date not null,
  stage_id integer not null,
  week_start date not null,
  txn integer not null,
  g numeric(16, 2) not null,
  cost numeric(18, 4) not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (organisation_id, location_id, local_date, stage_id)
);

-- One row for each location and day from its first event to the organisation's last data week.
create table location_day (
  organisation_id bigint not null,
  location_id bigint not null,
  local_date date not null,
  week_start date not null,
  is_open boolean not null,
  closed_reason text,
  check_g numeric(16, 2) not null default 0,
  primary key (organisation_id, location_id, local_date)
);

create table location_week (
  organisation_id bigint not null,
  location_id bigint not null,
  week_start date not null,
  open_days smallint not null,
  check_g numeric(16, 2) not null default 0,
  primary key (organisation_id, location_id, week_start)
);

create table rollup_week (
  organisation_id bigint not null,
  location_id bigint not null,
  week_start date not null,
  stage_id integer not null,
  txn integer not null,
  g numeric(16, 2) not null,
  cost numeric(18, 4) not null,
  currency_code char(3) not null,
  tracked_days smallint not null,
  compliant boolean not null,
  primary key (organisation_id, location_id, week_start, stage_id)
);
create index rollup_week_stage on rollup_week (organisation_id, stage_id, week_start);

create table rollup_week_dim (
  organisation_id bigint not null,
  location_id bigint not null,
  week_start date not null,
  stage_id integer not null,
  element_code text not null,
  ref_id bigint not null,
  txn integer not null,
  g numeric(16, 2) not null,
  cost numeric(18, 4) not null,
  primary key (organisation_id, location_id, week_start, stage_id, element_code, ref_id)
);
create index rollup_week_dim_element on rollup_week_dim (organisation_id, element_code, week_start);

create table readiness_week (
  organisation_id bigint not null,
  location_id bigint not null,
  stage_id integer not null,
  week_start date not null,
  open_days smallint not null,
  prior_open_days smallint,
  txn integer not null,
  g numeric(16, 2) not null,
  cost numeric(18, 4) not null,
  currency_code char(3) not null,
  g_delta numeric,
  cost_delta numeric,
  issues text[] not null,
  primary key (organisation_id, location_id, stage_id, week_start)
);

create table baseline (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  stage_id integer not null references waste_stage (id),
  state text not null check (state in ('PROPOSED', 'ACTIVE', 'REJECTED', 'RETIRED')),
  method text not null check (method in ('AUTO', 'MANUAL')),
  first_week date not null,
  last_week date not null,
  reduction_from date not null,
  open_days integer not null check (open_days > 0),
  g_per_open_day numeric(18, 6) not null,
  cost_per_open_day numeric(18, 8) not null,
  txn_per_open_day numeric(18, 8) not null,
  currency_code char(3) not null references currency (code),
  reason text not null default '',
  created_at timestamptz not null,
  created_by bigint,
  ended_at timestamptz,
  primary key (organisation_id, id),
  check (first_week <= last_week and last_week < reduction_from),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
create unique index baseline_active on baseline (organisation_id, location_id, stage_id) where state = 'ACTIVE';
create index baseline_location on baseline (organisation_id, location_id, stage_id);

create table baseline_week (
  organisation_id bigint not null,
  baseline_id bigint not null,
  week_start date not null,
  open_days smallint not null,
  txn integer not null,
  g numeric(16, 2) not null,
  cost numeric(18, 4) not null,
  issues text[] not null default '{}',
  primary key (organisation_id, baseline_id, week_start),
  foreign key (organisation_id, baseline_id) references baseline (organisation_id, id) on delete cascade
);
