-- Costs of a period reckoned again: first only counted, then, where somebody wants it, written.
create table recost (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  site_id bigint,
  reason text not null,
  state text not null check (state in ('COUNTING', 'COUNTED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  by_user_id bigint not null,
  -- The newest rule when it was counted.
  rule_mark bigint,
  location_id bigint not null default 0,
  after_day date,
  after_event bigint,
  counted jsonb not null default '{}',
  written jsonb not null default '{}',
  created_at timestamptz not null,
  alive_at timestamptz not null,
  finished_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, site_id) references site (organisation_id, id)
);
create unique index recost_running on recost (organisation_id) where state = 'RUNNING';
create index recost_alive on recost (alive_at) where state in ('COUNTING', 'RUNNING');
