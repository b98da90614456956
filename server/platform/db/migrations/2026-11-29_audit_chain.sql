-- Rows of the audit that no seal covers yet; each is written with its row.
create table audit_unsealed (
  organisation_id bigint not null,
  audit_id bigint not null,
  primary key (organisation_id, audit_id)
);

-- A hash over each row and the hash before it, in the order of sealing.
create table audit_seal (
  organisation_id bigint not null,
  position bigint not null,
  audit_id bigint not null,
  hash bytea not null,
  primary key (organisation_id, position),
  unique (organisation_id, audit_id)
);

create table audit_chain (
  organisation_id bigint primary key,
  -- The last seal, and a signature that only the installation makes.
  position bigint not null default 0,
  hash bytea not null,
  signature text not null,
  -- The last seal that retention has removed.
  base_position bigint not null default 0,
  base_hash bytea not null,
  base_signature text not null,
  -- When a head was found that this installation had not signed.
  doubted_at timestamptz,
  -- null: rows are kept for ever.
  keep_months integer check (keep_months between 1 and 240),
  checked_at timestamptz,
  checked_rows bigint,
  -- null: nothing was found.
  fault jsonb
);

insert into audit_unsealed (organisation_id, audit_id) select organisation_id, id from audit_log;

-- The build before writes rows that do not wait for a seal, until its last process has stopped.
create table audit_chain_start (
  began_at timestamptz primary key
);
insert into audit_chain_start (began_at) values (now());

-- Retention alone removes rows, and says so.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tare.audit_retention', true) = 'on' then
    return old;
  end if;
  raise exception 'audit_log is append only';
end $$;
