-- At which domains people of a tenant may have their e-mail address: by the list of the chosen type, while it is on.
create table identity.email_domain_policy (
  tenant_number bigint primary key references identity.tenant (number),
  active boolean not null default false,
  list_type text not null default 'ALLOW' check (list_type in ('ALLOW', 'BLOCK')),
  block_public_domains boolean not null default false,
  updated_at timestamptz not null
);
-- In lower case and ASCII.
create table identity.email_domain (
  id uuid primary key default gen_random_uuid(),
  tenant_number bigint not null references identity.tenant (number),
  domain text not null,
  type text not null check (type in ('ALLOW', 'BLOCK')),
  created_at timestamptz not null,
  unique (tenant_number, type, domain)
);
