-- What a location wants to throw away less of, until when, and what it does for it.
create table goal (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  stage_id integer not null references waste_stage (id),
  -- The values that it is narrowed to: null is no condition, 0 what names no value.
  item_id bigint,
  reason_id bigint,
  source_id bigint,
  sink_id bigint,
  daypart_id bigint,
  container_id bigint,
  title text not null check (length(title) between 1 and 100),
  plan text not null check (length(plan) <= 2000),
  metric text not null check (metric in ('weight', 'cost')),
  -- Of the site when the goal was set; costs in another one say nothing about it.
  currency_code text not null references currency (code),
  target_kind text not null check (target_kind in ('percent', 'perOpenDay')),
  -- A fraction of the baseline; or grams or money a day.
  target_value numeric(16, 6) not null check (target_value > 0),
  start_week date not null check (extract(isodow from start_week) = 1),
  end_week date not null check (extract(isodow from end_week) = 1),
  -- Mondays of the weeks that it is measured against: those of the location's baseline when it was set or last rebased.
  baseline_weeks date[] not null,
  owner_id bigint,
  -- The goal of the organization, or of another location, that it was set from.
  enterprise_goal_id bigint,
  copied_from bigint,
  state text not null default 'active' check (state in ('active', 'paused', 'closed')),
  -- As it stood when it was closed.
  result jsonb,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (end_week >= start_week),
  primary key (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
create index goal_location on goal (organisation_id, location_id, stage_id);

create table goal_action (
  organisation_id bigint not null,
  id bigint generated always as identity,
  goal_id bigint not null,
  title text not null check (length(title) between 1 and 200),
  started_on date not null,
  ended_on date,
  created_by bigint,
  created_at timestamptz not null,
  check (ended_on >= started_on),
  primary key (organisation_id, id),
  foreign key (organisation_id, goal_id) references goal (organisation_id, id)
);
create index goal_action_goal on goal_action (organisation_id, goal_id);

-- What was changed about a goal, by whom and why.
create table goal_change (
  organisation_id bigint not null,
  id bigint generated always as identity,
  goal_id bigint not null,
  kind text not null,
  reason text not null,
  -- Target, weeks and baseline before and after, where they changed.
  before jsonb,
  after jsonb,
  changed_by bigint,
  changed_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, goal_id) references goal (organisation_id, id)
);
create index goal_change_goal on goal_change (organisation_id, goal_id);
