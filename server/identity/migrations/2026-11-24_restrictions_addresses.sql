-- From which addresses a tenant may be used: by the list of the chosen strategy, while it is on.
create table identity.address_policy (
  tenant_number bigint primary key references identity.tenant (number),
  is_active boolean not null default false,
  strategy text not null default 'ALLOW' check (strategy in ('ALLOW', 'BLOCK')),
  updated_at timestamptz not null
);
-- An address or a range as CIDR, in one spelling.
create table identity.address_rule (
  id uuid primary key default gen_random_uuid(),
  tenant_number bigint not null references identity.tenant (number),
  range text not null,
  strategy text not null check (strategy in ('ALLOW', 'BLOCK')),
  is_active boolean not null,
  description text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (tenant_number, strategy, range)
);
