-- Keys that access tokens are signed with. The private half is sealed with the installation's secret. A key is published before it
-- signs, and as long as a token that it signed may live.
create table identity.signing_key (
  id text primary key,
  public_jwk jsonb not null,
  sealed_private bytea not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  published_until timestamptz not null
);
