-- What programs come in by. `API`: an id and a secret that are exchanged for a short-lived token; `ACCESS`: the secret is the token.
-- Of a person where `user_id` is set, otherwise of the tenant. The secret is random and kept as a hash alone. `amr` and
-- `factor_spared_in` are those of the session in which somebody made it: a tenant that forces a second factor asks for it here too.
create table identity.api_token (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('API', 'ACCESS')),
  tenant_number bigint not null references identity.tenant (number),
  user_id bigint references identity."user" (id) on delete cascade,
  made_by bigint references identity."user" (id) on delete set null,
  description text not null,
  secret_hash bytea not null,
  amr text[] not null default '{}',
  factor_spared_in bigint[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  refused_at timestamptz,
  -- Whoever leaves a tenant leaves no token there that would be good again with their return.
  foreign key (tenant_number, user_id) references identity.membership (tenant_number, user_id) on delete cascade
);
create index api_token_tenant on identity.api_token (tenant_number, created_at desc);
create index api_token_user on identity.api_token (user_id, tenant_number) where user_id is not null;
create index api_token_made_by on identity.api_token (made_by) where made_by is not null;
create index api_token_expiry on identity.api_token (expires_at) where expires_at is not null;

create table identity.api_token_role (
  token_id uuid not null references identity.api_token (id) on delete cascade,
  role_id bigint not null references identity.role (id) on delete cascade,
  primary key (token_id, role_id)
);
create index api_token_role_role on identity.api_token_role (role_id);
