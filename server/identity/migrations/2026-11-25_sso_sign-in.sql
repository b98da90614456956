-- Sign-ins that are under way at an identity provider.
create table identity.sso_request (
  -- Of what the provider brings back with its answer (RelayState).
  relay_hash bytea primary key,
  config_id bigint not null references identity.sso_config (id) on delete cascade,
  request_id text not null,
  -- Of what the browser keeps that began it.
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- One answer is taken; whom it vouches for waits for the browser, and is forgotten when that has come.
  answer jsonb
);
create index sso_request_expires on identity.sso_request (expires_at);
create index sso_request_config on identity.sso_request (config_id);

-- Who is who at the providers of a tenant: an e-mail address names nobody.
create table identity.sso_identity (
  tenant_number bigint not null references identity.tenant (number),
  issuer text not null,
  subject text not null,
  user_id bigint not null references identity."user" (id) on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (tenant_number, issuer, subject)
);
create index sso_identity_user on identity.sso_identity (user_id);
