-- How a tenant wants the login box of front ends to look: what it has said, by its place in their form, such as loginBox/logo/image.
create table identity.tenant_login_box (
  tenant_number bigint primary key references identity.tenant (number) on delete cascade,
  said jsonb not null,
  updated_at timestamptz not null
);
