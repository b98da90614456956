-- A passkey of somebody: the public half of a key that lies in a device of theirs.
create table identity.passkey (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references identity."user" (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  device_type text not null check (device_type in ('Platform', 'CrossPlatform')),
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on identity.passkey (user_id, created_at);
