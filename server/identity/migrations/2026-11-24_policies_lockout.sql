-- After how many wrong passwords in a row a tenant wants its people's accounts locked; never later than the installation does.
create table identity.lockout_policy (
  tenant_number bigint primary key references identity.tenant (number),
  enabled boolean not null,
  max_attempts integer not null check (max_attempts > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
