-- Whether a tenant lets the installation's staff look with the eyes of its people; where it has said nothing, it does.
create table identity.support_policy (
  tenant_number bigint primary key references identity.tenant (number) on delete cascade,
  client_views boolean not null,
  updated_at timestamptz not null
);
