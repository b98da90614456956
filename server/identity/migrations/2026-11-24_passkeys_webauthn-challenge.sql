-- What an authenticator is asked to sign, once and within minutes; of the random value the hash. SIGN_IN is for one person, or for
-- nobody where the address is unknown; DISCOVER for whoever has a passkey; REGISTER for the session that may add one.
create table identity.webauthn_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('SIGN_IN', 'DISCOVER', 'REGISTER')),
  user_id bigint references identity."user" (id) on delete cascade,
  session_id uuid references identity.session (id) on delete cascade,
  expires_at timestamptz not null,
  check (purpose <> 'REGISTER' or (user_id is not null and session_id is not null))
);
create index webauthn_challenge_end on identity.webauthn_challenge (expires_at);
create index webauthn_challenge_user on identity.webauthn_challenge (user_id);
create index webauthn_challenge_session on identity.webauthn_challenge (session_id);
