-- The link by which people join a tenant, one for each, with the roles that it gives when it is used. The token can be shown again:
-- it is sealed with the installation's secret, and found by its hash.
create table identity.invite_link (
  tenant_number bigint primary key references identity.tenant (number),
  id uuid not null unique default gen_random_uuid(),
  token_hash bytea not null unique,
  sealed_token bytea not null,
  made_by bigint not null references identity."user" (id) on delete cascade,
  should_send_email boolean not null,
  expires_at timestamptz not null
);

create table identity.invite_link_role (
  tenant_number bigint not null references identity.invite_link (tenant_number) on delete cascade,
  role_id bigint not null references identity.role (id) on delete cascade,
  primary key (tenant_number, role_id)
);
