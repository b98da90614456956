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
