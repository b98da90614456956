-- Programs that sign people in here (OpenID Connect), beside the installation's own front end, which needs no row.
create table identity.oauth_client (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null default '{}',
  -- Of pages that ask for tokens from a browser.
  allowed_origins text[] not null default '{}',
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  -- The secret is random and kept as a hash alone.
  secret_hash bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((auth_method = 'none') = (secret_hash is null))
);

-- What a client asked for, while somebody signs in for it.
create table identity.oauth_request (
  -- Of what the address of the sign-in carries.
  request_hash bytea primary key,
  -- Of what the browser keeps that began it.
  browser_hash bytea not null,
  client_id text not null,
  redirect_uri text not null,
  scope text not null,
  state text not null,
  nonce text,
  code_challenge text not null,
  login_hint text,
  -- Somebody has to prove themselves after the request was made.
  anew boolean not null,
  max_age integer,
  -- With a second factor.
  stepped_up boolean not null,
  tenant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index oauth_request_expires on identity.oauth_request (expires_at);

-- What a client holds of a session: one chain of refresh tokens, of which only the number of the newest is kept. It ends with the session.
create table identity.oauth_grant (
  id uuid primary key default gen_random_uuid(),
  client_id text not null,
  session_id uuid not null references identity.session (id) on delete cascade,
  tenant_id uuid not null,
  scope text not null,
  -- By the browser's own cookie, without a code: one for each session.
  silent boolean not null default false,
  refreshes integer not null default 0,
  refreshed_at timestamptz[] not null default '{}',
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
create unique index oauth_grant_silent on identity.oauth_grant (session_id) where silent and ended_at is null;
create index oauth_grant_session on identity.oauth_grant (session_id);
create index oauth_grant_client on identity.oauth_grant (client_id);
create index oauth_grant_ended on identity.oauth_grant (ended_at) where ended_at is not null;

-- Codes on their way to a client. A used one stays for a while: whoever brings it again ends what it gave.
create table identity.oauth_code (
  code_hash bytea primary key,
  client_id text not null,
  redirect_uri text not null,
  scope text not null,
  nonce text,
  code_challenge text not null,
  session_id uuid not null references identity.session (id) on delete cascade,
  tenant_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  grant_id uuid references identity.oauth_grant (id) on delete cascade
);
create index oauth_code_expires on identity.oauth_code (expires_at);
create index oauth_code_session on identity.oauth_code (session_id);
create index oauth_code_grant on identity.oauth_code (grant_id) where grant_id is not null;
