-- From where an organization's menus come.
create table menu_adapter (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 200),
  kind text not null check (kind in ('file', 'feed')),
  -- Of a feed; empty for files.
  address text not null default '',
  auth text not null default 'none' check (auth in ('none', 'basic', 'bearer', 'header')),
  -- The user, or the name of the header.
  auth_name text not null default '',
  -- Sealed; it leaves the database only to be sent to the address.
  secret bytea check ((secret is null) = (auth = 'none')),
  -- Hour by the organization's clock; null: only when somebody asks.
  run_hour smallint check (run_hour between 0 and 23),
  -- 1 is Monday: '12345'.
  weekdays text not null default '' check (weekdays ~ '^1?2?3?4?5?6?7?$'),
  -- The organization's day on which the schedule ran last, or was set too late for that day.
  scheduled_on date,
  paused boolean not null default false,
  -- What the columns hold; null until somebody has confirmed it.
  columns jsonb,
  -- Column names and the first rows of what was read last.
  sample jsonb,
  version integer not null default 1,
  created_by bigint,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (organisation_id, id)
);
create unique index menu_adapter_name on menu_adapter (organisation_id, lower(name)) where removed_at is null;
create index menu_adapter_scheduled on menu_adapter (organisation_id) where run_hour is not null and not paused and removed_at is null;

-- The last file that was uploaded, so that it can be read again when columns, locations or dishes are known.
create table menu_adapter_file (
  organisation_id bigint not null,
  adapter_id bigint not null,
  name text not null,
  content bytea not null,
  uploaded_at timestamptz not null,
  primary key (organisation_id, adapter_id),
  foreign key (organisation_id, adapter_id) references menu_adapter (organisation_id, id)
);

-- Which location a name in the source means.
create table menu_adapter_location (
  organisation_id bigint not null,
  adapter_id bigint not null,
  external_key text not null,
  external_name text not null,
  -- null: its menus are left out.
  location_id bigint,
  primary key (organisation_id, adapter_id, external_key),
  foreign key (organisation_id, adapter_id) references menu_adapter (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
create index menu_adapter_location_location on menu_adapter_location (organisation_id, location_id) where location_id is not null;

-- What a dish or daypart in any source of the organization means.
create table menu_item_match (
  organisation_id bigint not null,
  element_code text not null check (element_code in ('WASTEITEM', 'DAYPART')),
  external_key text not null,
  external_name text not null,
  -- null: a dish that is not weighed, a daypart that means the whole day.
  ref_id bigint,
  confirmed_by bigint,
  confirmed_at timestamptz not null,
  primary key (organisation_id, element_code, external_key),
  foreign key (organisation_id, ref_id) references ref_value (organisation_id, id)
);
create index menu_item_match_ref on menu_item_match (organisation_id, ref_id) where ref_id is not null;

create table menu_adapter_run (
  organisation_id bigint not null,
  id bigint generated always as identity,
  adapter_id bigint not null,
  -- A test writes no menus.
  mode text not null check (mode in ('test', 'write')),
  origin text not null check (origin in ('person', 'schedule')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  asked_by bigint,
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- Why it failed: a code with what its sentence names.
  problem jsonb,
  -- What was read, matched and written, with the first rows and the first errors.
  result jsonb,
  primary key (organisation_id, id),
  foreign key (organisation_id, adapter_id) references menu_adapter (organisation_id, id)
);
create index menu_adapter_run_adapter on menu_adapter_run (organisation_id, adapter_id, id);
-- One at a time.
create unique index menu_adapter_run_open on menu_adapter_run (organisation_id, adapter_id) where state in ('waiting', 'running');
