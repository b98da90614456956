-- What an organization wants to throw away less of over a set of its sites.
create table enterprise_goal (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  title text not null check (length(title) between 1 and 100),
  plan text not null check (length(plan) <= 2000),
  stage_id integer not null references waste_stage (id),
  metric text not null check (metric in ('weight', 'cost')),
  -- Of cost: sites in another currency take no part, since money of two is never added up.
  currency_code text not null references currency (code),
  -- A fraction of the baseline, reached in the last week.
  target numeric(7, 6) not null check (target > 0 and target <= 1),
  start_week date not null check (extract(isodow from start_week) = 1),
  end_week date not null check (extract(isodow from end_week) = 1 and end_week >= start_week),
  -- equal: every site by the target; share: what exempt sites leave out is spread over the others by their baseline.
  cascade_kind text not null check (cascade_kind in ('equal', 'share')),
  state text not null default 'active' check (state in ('active', 'closed')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id)
);

create table enterprise_goal_site (
  organisation_id bigint not null,
  goal_id bigint not null,
  site_id bigint not null,
  -- Why the site need not reduce; null where it takes part.
  exempt_reason text check (length(exempt_reason) between 1 and 300),
  primary key (organisation_id, goal_id, site_id),
  foreign key (organisation_id, goal_id) references enterprise_goal (organisation_id, id),
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);

-- The Mondays that a location is measured against: those of its baseline when the goal was set or last rebased.
create table enterprise_goal_base (
  organisation_id bigint not null,
  goal_id bigint not null,
  location_id bigint not null,
  baseline_weeks date[] not null,
  primary key (organisation_id, goal_id, location_id),
  foreign key (organisation_id, goal_id) references enterprise_goal (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);

create table enterprise_goal_change (
  organisation_id bigint not null,
  id bigint generated always as identity,
  goal_id bigint not null,
  kind text not null,
  -- The site that was exempted or takes part again.
  site_id bigint,
  reason text not null,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, goal_id) references enterprise_goal (organisation_id, id)
);
create index enterprise_goal_change_goal on enterprise_goal_change (organisation_id, goal_id);
