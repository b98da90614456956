-- What a client may ask for beyond who somebody is.
alter table identity.oauth_client add column scopes text[] not null default '{}';
-- While it is off, nobody signs in for it, and nothing that it holds is good.
alter table identity.oauth_client add column switched_off_at timestamptz;

-- What somebody let a client have in a tenant, until they take it back.
create table identity.oauth_consent (
  user_id bigint not null references identity."user" (id) on delete cascade,
  client_id text not null,
  tenant_id uuid not null,
  scopes text[] not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (user_id, client_id, tenant_id)
);
create index oauth_consent_client on identity.oauth_consent (client_id);
