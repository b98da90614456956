-- After how many days a tenant asks its members for another password; null, as it is at first, never.
alter table identity.password_policy add column expires_after_days integer check (expires_after_days between 1 and 3650);
