-- What every wing needs: audit, mail, the web session store.

create table audit_log (
  id bigint generated always as identity,
  organisation_id bigint not null,
  user_id bigint,
  actor text not null,
  at timestamptz not null,
  action text not null,
  entity text not null,
  entity_id text,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (organisation_id, id)
);
create index audit_log_entity on audit_log (organisation_id, entity, entity_id);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function audit_log_is_append_only();

create table outgoing_mail (
  id bigint generated always as identity primary key,
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index outgoing_mail_created on outgoing_mail (created_at desc);

-- connect-pg-simple's layout; used where there is no Redis.
create table http_session (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz not null
);
create index http_session_expire on http_session (expire);

-- rate-limiter-flexible's layout; used where there is no Redis.
create table rate_limit (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
