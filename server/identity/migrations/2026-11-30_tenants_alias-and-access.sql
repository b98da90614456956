-- By what name a tenant is called in addresses, and whether its members go on into the tenants below it.
alter table identity.tenant
  add column alias text,
  add column sub_account_access text not null default 'defaultOn' check (sub_account_access in ('defaultOff', 'defaultOn', 'alwaysOn'));
