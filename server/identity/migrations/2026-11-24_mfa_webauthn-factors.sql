-- A security key, or the machine itself, as somebody's second factor: the public half of a key that lies in it. It signs nobody in
-- by itself, which a passkey does; the same device may hold one of each.
create table identity.webauthn_factor (
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
create index webauthn_factor_user on identity.webauthn_factor (user_id, created_at);
