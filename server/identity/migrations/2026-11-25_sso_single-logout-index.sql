-- apart: made while people sign in
drop index concurrently if exists identity.saml_session_index;
create index concurrently saml_session_index on identity.saml_session (config_id, session_index) where session_index is not null;
