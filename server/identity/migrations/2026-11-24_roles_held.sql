-- The one answer to which roles somebody holds in a tenant.
create function identity.held_roles(person bigint, tenant bigint) returns setof bigint
language sql stable
as $$ select mr.role_id from identity.membership_role mr where mr.user_id = person and mr.tenant_number = tenant $$;

alter table identity.role
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
