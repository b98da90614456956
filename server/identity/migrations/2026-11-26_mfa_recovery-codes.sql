-- Codes for whoever has lost every factor; those of a set are made together. The single code of before stays in second_factor.recovery_hash.
create table identity.recovery_code (
  user_id bigint not null references identity."user" (id) on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
