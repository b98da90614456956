-- A request of a test signs nobody in: its answer is shown to whoever began it, in that session.
alter table identity.sso_request
  add column tested_by bigint references identity."user" (id) on delete cascade,
  add column tested_session uuid,
  -- A hash of the settings that are tried.
  add column tested_settings bytea;
