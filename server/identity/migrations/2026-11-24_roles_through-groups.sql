-- Roles are held by oneself and through groups.
create or replace function identity.held_roles(person bigint, tenant bigint) returns setof bigint
language sql stable
as $$
  select mr.role_id from identity.membership_role mr where mr.user_id = person and mr.tenant_number = tenant
  union
  select gr.role_id from identity.group_user gu join identity.group_role gr on gr.group_id = gu.group_id
  where gu.user_id = person and gu.tenant_number = tenant
    and not exists (select 1 from identity.group_config c where c.tenant_number = tenant and not (c.enabled and c.roles_enabled))
$$;

alter table identity.role add column level integer not null default 0;
