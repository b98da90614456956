-- Who is measured, where, and in which terms. organisation.id is the tenant's number.

create table currency (
  code char(3) primary key,
  name text not null,
  exponent smallint not null check (exponent between 0 and 4)
);

create table country (
  code char(2) primary key,
  name text not null
);

create table unit (
  id integer primary key,
  abbr text not null unique,
  name text not null,
  grams_per_unit numeric(16, 9) not null check (grams_per_unit > 0)
);

create table organisation (
  id bigint primary key references identity.tenant (number),
  country_code char(2) not null references country (code),
  currency_code char(3) not null references currency (code),
  unit_id integer not null references unit (id),
  locale text not null default 'en_US',
  time_zone text not null,
  exclusion_threshold numeric(4, 2) not null default 0 check (exclusion_threshold between 0 and 1),
  simulated boolean not null default false,
  data_version bigint not null default 1
);

create view organisation_directory as
  select o.*, t.name, t.id as tenant_uuid, t.parent_number, t.status
  from organisation o join identity.tenant t on t.number = o.id;

create table user_profile (
  organisation_id bigint not null references organisation (id),
  user_id bigint not null references identity."user" (id) on delete cascade,
  unit_id integer references unit (id),
  primary key (organisation_id, user_id)
);

create table region (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  primary key (organisation_id, id),
  unique (organisation_id, name)
);

create table segment (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  primary key (organisation_id, id),
  unique (organisation_id, name)
);

create table site (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity unique,
  name text not null check (length(name) between 1 and 200),
  country_code char(2) not null references country (code),
  currency_code char(3) not null references currency (code),
  region_id bigint,
  segment_id bigint,
  time_zone text not null,
  address text not null default '',
  status char(1) not null default 'A' check (status in ('A', 'I')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, region_id) references region (organisation_id, id),
  foreign key (organisation_id, segment_id) references segment (organisation_id, id)
);
create unique index site_name on site (organisation_id, lower(name));

create table location (
  organisation_id bigint not null,
  id bigint generated always as identity unique,
  site_id bigint not null,
  name text not null check (length(name) between 1 and 200),
  status char(1) not null default 'A' check (status in ('A', 'I')),
  auto_baseline_enabled boolean not null default true,
  holidays_observed boolean not null default true,
  first_event_date date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);
create unique index location_name on location (organisation_id, site_id, lower(name));

create table waste_stage (
  id integer primary key,
  name text not null
);

-- Derived from events and baselines by the roll-up; created by hand only as ACTIVATION.
create table location_stage (
  organisation_id bigint not null,
  location_id bigint not null,
  stage_id integer not null references waste_stage (id),
  period text not null default 'ACTIVATION' check (period in ('ACTIVATION', 'BASELINE', 'REDUCTION')),
  entered_on date not null,
  first_event_at timestamptz,
  first_week date,
  primary key (organisation_id, location_id, stage_id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);

create table secured_site (
  organisation_id bigint not null,
  user_id bigint not null references identity."user" (id) on delete cascade,
  site_id bigint not null,
  primary key (organisation_id, user_id, site_id),
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);

create table secured_location (
  organisation_id bigint not null,
  user_id bigint not null references identity."user" (id) on delete cascade,
  location_id bigint not null,
  primary key (organisation_id, user_id, location_id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);

create table feature (
  name text primary key,
  description text not null,
  hidden boolean not null default false
);

create table feature_organisation (
  organisation_id bigint not null references organisation (id),
  feature_name text not null references feature (name),
  enabled boolean not null,
  primary key (organisation_id, feature_name)
);

create table device (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  serial text not null check (length(serial) between 1 and 100),
  name text not null check (length(name) between 1 and 200),
  location_id bigint,
  status char(1) not null default 'A' check (status in ('A', 'I')),
  key_hash bytea unique,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organisation_id, id),
  unique (organisation_id, serial),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);

create table hierarchy (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  element_code text not null check (element_code in ('CONTAINER', 'DAYPART', 'WASTEITEM', 'WASTESINK', 'WASTESOURCE', 'WASTESTAGE', 'WASTEREASON', 'EXPRESS_ITEM')),
  name text not null,
  primary key (organisation_id, id),
  unique (organisation_id, element_code, name)
);

create table ref_value (
  organisation_id bigint not null,
  id bigint generated always as identity,
  hierarchy_id bigint not null,
  element_code text not null,
  parent_id bigint,
  name text not null check (length(name) between 1 and 200),
  code text,
  status char(1) not null default 'A' check (status in ('A', 'I')),
  tare_g numeric(12, 2) check (tare_g >= 0),
  counts_as_waste boolean not null default true,
  primary key (organisation_id, id),
  foreign key (organisation_id, hierarchy_id) references hierarchy (organisation_id, id),
  foreign key (organisation_id, parent_id) references ref_value (organisation_id, id)
);
create unique index ref_value_name on ref_value (organisation_id, element_code, lower(name));

create table cost_rule (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  site_id bigint,
  ref_item_id bigint,
  amount_per_kg numeric(14, 4) not null check (amount_per_kg >= 0),
  currency_code char(3) not null references currency (code),
  valid_from date not null,
  valid_to date,
  priority integer not null default 0,
  version integer not null default 1,
  primary key (organisation_id, id),
  foreign key (organisation_id, site_id) references site (organisation_id, id),
  foreign key (organisation_id, ref_item_id) references ref_value (organisation_id, id)
);
