-- Somebody whom a provider names anew, with the address of an account that it knows as another: an administrator may link the account again.
create table identity.sso_refused_subject (
  id uuid primary key default gen_random_uuid(),
  config_id bigint not null references identity.sso_config (id) on delete cascade,
  user_id bigint not null references identity."user" (id) on delete cascade,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  refused_at timestamptz not null,
  expires_at timestamptz not null,
  -- The last one of each account, however many names a provider makes up.
  unique (config_id, user_id)
);
create index sso_refused_subject_user on identity.sso_refused_subject (user_id);
create index sso_refused_subject_expires on identity.sso_refused_subject (expires_at);
