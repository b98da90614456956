-- What a tenant asks of its people beside their first proof; the installation's own where it has said nothing.
create table identity.mfa_policy (
  tenant_number bigint primary key references identity.tenant (number),
  id uuid not null unique default gen_random_uuid(),
  enforce text not null check (enforce in ('DontForce', 'Force', 'ForceExceptSAML')),
  remembers boolean not null default true,
  remember_seconds integer not null default 1209600 check (remember_seconds between 60 and 31536000),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
