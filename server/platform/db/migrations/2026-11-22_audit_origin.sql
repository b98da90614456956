alter table audit_log
  add column ip text,
  add column user_agent text,
  add column severity text not null default 'info';
alter table audit_log add constraint audit_log_severity check (severity in ('info', 'warning', 'critical')) not valid;
