-- Where a SAML provider is told that somebody leaves, and where it is answered (SAML V2.0 Metadata, SingleLogoutService); empty where it has no such address.
alter table identity.sso_config
  add column slo_endpoint text not null default '',
  add column slo_answer_endpoint text not null default '';

-- Keys that this installation signs its SAML messages with, each with a certificate of its own, which providers keep. The private half is sealed.
create table identity.saml_key (
  id uuid primary key,
  certificate text not null,
  sealed_private bytea not null,
  created_at timestamptz not null,
  -- It is published before it signs.
  signs_from timestamptz not null
);

-- By what name a provider knows somebody who came by it, for as long as it may end what it began.
create table identity.saml_session (
  id bigint generated always as identity primary key,
  config_id bigint not null references identity.sso_config (id) on delete cascade,
  session_id uuid unique references identity.session (id) on delete cascade,
  -- Of a sign-in that still waits for its second proof.
  pending_hash bytea unique references identity.pending_sign_in (token_hash) on delete cascade,
  name_id text not null,
  name_id_format text not null,
  name_qualifier text,
  sp_name_qualifier text,
  session_index text,
  check ((session_id is null) <> (pending_hash is null))
);
create index saml_session_name on identity.saml_session (config_id, name_id);

-- Messages about leaving: ours that wait for their answer, and those of providers that were obeyed and count once.
create table identity.saml_message (
  id bigint generated always as identity primary key,
  config_id bigint not null references identity.sso_config (id) on delete cascade,
  message_id text not null,
  ours boolean not null,
  expires_at timestamptz not null,
  unique (config_id, message_id)
);
create index saml_message_expires on identity.saml_message (expires_at);
