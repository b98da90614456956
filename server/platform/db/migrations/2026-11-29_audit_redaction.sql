-- Sealed rows in which a person was replaced by a pseudonym: what each reads now, signed together with the seal that it had before.
create table audit_redaction (
  organisation_id bigint not null,
  audit_id bigint not null,
  content_hash bytea not null,
  signature text not null,
  primary key (organisation_id, audit_id)
);

-- Retention alone removes rows, erasure alone rewrites them, and both say so.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tare.audit_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and current_setting('tare.audit_erasure', true) = 'on' then
    return new;
  end if;
  raise exception 'audit_log is append only';
end $$;
