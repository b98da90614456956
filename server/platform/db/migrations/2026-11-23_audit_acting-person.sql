-- Who really acted, where they did so with the rights of the person in `user_id` and `actor`.
alter table audit_log
  add column acting_user_id bigint,
  add column acting_person text;
