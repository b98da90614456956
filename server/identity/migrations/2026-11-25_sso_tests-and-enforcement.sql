alter table identity.sso_config
  add column tested_at timestamptz,
  add column tested_by bigint references identity."user" (id) on delete set null,
  -- Why the last test would have opened nothing; null where it would have.
  add column test_fault text,
  -- A hash of the settings with which a test last went well.
  add column tested_settings bytea,
  -- Since when people of its domains come in by it alone.
  add column enforced_at timestamptz,
  -- The one who may come in otherwise all the same.
  add column break_glass_user_id bigint references identity."user" (id) on delete set null;
create index sso_config_tested_by on identity.sso_config (tested_by);
create index sso_config_break_glass on identity.sso_config (break_glass_user_id);

-- A request of a test signs nobody in: its answer is shown to whoever began it, in that session.
alter table identity.sso_request
  add column tested_by bigint references identity."user" (id) on delete cascade,
  add column tested_session uuid,
  -- A hash of the settings that are tried.
  add column tested_settings bytea;
create index sso_request_tested_by on identity.sso_request (tested_by);

-- The tenant whose provider vouched for whoever sits in the session.
alter table identity.session add column sso_tenant_number bigint;

-- The history of a tenant's providers, newest first, beside all else that is written down of the tenant.
create index audit_log_sso on audit_log (organisation_id, id) where action like 'sso.%' or (action = 'session.refuse' and entity = 'ssoConfig');
