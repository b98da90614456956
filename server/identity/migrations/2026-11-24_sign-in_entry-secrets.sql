-- Links and codes that let somebody in without a password. A row is made for every address that asks; whose it is, is filled in by
-- the job that mails the secret. A code works in the browser alone that asked for it, which keeps the other half of `flow_hash`.
create table identity.entry_secret (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('LINK', 'CODE')),
  asked_for text not null,
  flow_hash bytea unique,
  user_id bigint references identity."user" (id) on delete cascade,
  email text,
  secret_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index entry_secret_by_hash on identity.entry_secret (secret_hash);
create index entry_secret_by_user on identity.entry_secret (user_id);
-- Codes tried of late, for each account and for each name that was asked for.
create table identity.entry_try (
  subject text primary key,
  tries integer not null,
  since timestamptz not null
);
