-- Providers of both protocols name somebody for as long as they may end what they began, and say once that somebody leaves.
alter table identity.saml_session rename to provider_session;
alter index identity.saml_session_name rename to provider_session_name;
alter table identity.saml_message rename to provider_message;
alter index identity.saml_message_expires rename to provider_message_expires;

-- The ID token of an OpenID provider, sealed: by it the provider knows whom it is to sign out.
alter table identity.provider_session add column sealed_hint bytea;
-- The name under which a session of theirs stands there, where a provider ends it without naming anybody.
create index provider_session_index on identity.provider_session (config_id, session_index) where session_index is not null;
