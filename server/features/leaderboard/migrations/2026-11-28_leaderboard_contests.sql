-- A leaderboard over weeks that are known beforehand, under a name. Its standing is computed whenever it is shown.
create table contest (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  metric text not null check (metric in ('reduction', 'tracking', 'goals')),
  ranked_by text not null check (ranked_by in ('sites', 'locations')),
  stage_id integer not null references waste_stage (id),
  start_date date not null check (extract(isodow from start_date) = 1),
  end_date date not null check (extract(isodow from end_date) = 7),
  -- Whom it is for: as the filters of reports name them; null is no condition.
  country_code text references country (code),
  region_name text,
  segment_name text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (end_date > start_date),
  primary key (organisation_id, id)
);

-- Sites that take no part in rankings.
create table leaderboard_opt_out (
  organisation_id bigint not null,
  site_id bigint not null,
  reason text not null check (length(reason) <= 300),
  opted_out_at timestamptz not null,
  primary key (organisation_id, site_id),
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);
