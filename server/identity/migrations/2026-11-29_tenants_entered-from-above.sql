-- Somebody who came into a tenant from one above is a member of it for as long as that membership counts and leads on.
alter table identity.membership
  add column through_number bigint,
  add constraint membership_through foreign key (through_number, user_id) references identity.membership (tenant_number, user_id) on delete cascade not valid;

alter table identity.membership validate constraint membership_through;

-- Roles are held by oneself and through groups, and by who came from above as they are held there.
create or replace function identity.held_roles(person bigint, tenant bigint) returns setof bigint
language sql stable
as $$
  select mr.role_id from identity.membership_role mr where mr.user_id = person and mr.tenant_number = tenant
  union
  select gr.role_id from identity.group_user gu join identity.group_role gr on gr.group_id = gu.group_id
  where gu.user_id = person and gu.tenant_number = tenant
    and not exists (select 1 from identity.group_config c where c.tenant_number = tenant and not (c.enabled and c.roles_enabled))
  union
  select held.role_id
  from identity.membership m
  join identity.membership above on above.user_id = m.user_id and above.tenant_number = m.through_number
  cross join lateral (
    select mr.role_id from identity.membership_role mr where mr.user_id = above.user_id and mr.tenant_number = above.tenant_number
    union all
    select gr.role_id from identity.group_user gu join identity.group_role gr on gr.group_id = gu.group_id
    where gu.user_id = above.user_id and gu.tenant_number = above.tenant_number
      and not exists (select 1 from identity.group_config c where c.tenant_number = above.tenant_number and not (c.enabled and c.roles_enabled))
  ) held
  where m.user_id = person and m.tenant_number = tenant and above.reaches_below
    and identity.is_active(above.status, above.ends_at, now()) and not identity.is_limited(person, above.tenant_number)
$$;
