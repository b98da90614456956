-- apart: made while people sign in
drop index concurrently if exists identity.sso_config_tested_by;
create index concurrently sso_config_tested_by on identity.sso_config (tested_by);
drop index concurrently if exists identity.sso_config_break_glass;
create index concurrently sso_config_break_glass on identity.sso_config (break_glass_user_id);
drop index concurrently if exists identity.sso_request_tested_by;
create index concurrently sso_request_tested_by on identity.sso_request (tested_by);
-- The history of a tenant's providers, newest first, beside all else that is written down of the tenant.
drop index concurrently if exists audit_log_sso;
create index concurrently audit_log_sso on audit_log (organisation_id, id) where action like 'sso.%' or (action = 'session.refuse' and entity = 'ssoConfig');
