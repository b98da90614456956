-- Sign-ins, and links to an account, that are under way at a social provider.
create table identity.social_request (
  -- Of what the provider brings back with its answer (state). Nonce and verifier are made of the state and the installation's secret.
  state_hash bytea primary key,
  provider text not null,
  -- Of what the browser keeps that began it.
  browser_hash bytea not null,
  -- Whose account is to be linked, in the session in which they asked for it; null for a sign-in.
  user_id bigint references identity."user" (id) on delete cascade,
  session_id uuid references identity.session (id) on delete cascade,
  -- Of an invite link by which they join a tenant on the way in.
  invite_hash bytea,
  -- What a provider says once and by the browser alone; Apple names people so. It stands for nothing but what somebody is called.
  given_name text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (session_id is null))
);
create index social_request_expires on identity.social_request (expires_at);
create index social_request_user on identity.social_request (user_id) where user_id is not null;
create index social_request_session on identity.social_request (session_id) where session_id is not null;

-- Who is who at the social providers: an e-mail address names nobody. `issuer`: of the provider's ID tokens, or where its user info is asked for.
create table identity.social_identity (
  id uuid primary key default gen_random_uuid(),
  provider text not null,
  issuer text not null,
  subject text not null,
  user_id bigint not null references identity."user" (id) on delete cascade,
  -- As the provider calls them, for their owner to tell several apart.
  shown_as text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (provider, issuer, subject)
);
create index social_identity_user on identity.social_identity (user_id, created_at);
