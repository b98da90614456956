-- How long and how many sessions a tenant allows; without a row the installation's limits hold, which are also the widest. What is
-- off keeps its figure for when it is switched on again.
create table identity.session_policy (
  tenant_number bigint primary key references identity.tenant (number),
  concurrent_active boolean not null,
  max_sessions integer not null check (max_sessions > 0),
  idle_active boolean not null,
  idle_seconds integer not null check (idle_seconds > 0),
  life_active boolean not null,
  life_seconds integer not null check (life_seconds > 0),
  updated_at timestamptz not null
);
