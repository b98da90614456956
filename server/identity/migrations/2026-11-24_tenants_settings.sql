-- What a tenant says of itself, as front ends of the identity API keep it.
create table identity.tenant_settings (
  tenant_number bigint primary key references identity.tenant (number),
  address text,
  timezone text,
  date_format text,
  time_format text,
  currency text,
  logo text,
  website text,
  application_url text,
  updated_at timestamptz not null
);
alter table identity.tenant add column is_reseller boolean not null default false;
