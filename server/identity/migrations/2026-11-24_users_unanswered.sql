-- Somebody was invited and has not said yes. Until they do the membership counts for nothing, whatever becomes of the mailed links.
alter table identity.membership add column awaits_answer boolean not null default false;
update identity.membership m set awaits_answer = true where m.status = 'I' and exists (
  select 1 from identity.invitation i where i.tenant_number = m.tenant_number and i.user_id = m.user_id and i.used_at is null);
