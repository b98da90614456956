-- Somebody may look with another's eyes: a session of theirs that stands for that person in that tenant until it expires, and
-- leads back to the session that it was begun in. `user_id` stays who acts.
alter table identity.session
  add column viewed_user_id bigint references identity."user" (id) on delete cascade,
  add column viewed_tenant_number bigint references identity.tenant (number),
  add column view_reason text,
  add column begun_in uuid references identity.session (id) on delete cascade;
alter table identity.session add constraint session_view check (
  (viewed_user_id is null and viewed_tenant_number is null and view_reason is null and begun_in is null)
  or (viewed_user_id is not null and viewed_tenant_number is not null and view_reason is not null and begun_in is not null)) not valid;
