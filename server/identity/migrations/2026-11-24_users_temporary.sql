-- A membership may end by itself at an instant, and may stay out of the tenants below its own.
alter table identity.membership
  add column ends_at timestamptz,
  add column reaches_below boolean not null default true;

-- The one answer to whether a membership holds at an instant.
create function identity.is_active(status text, ends_at timestamptz, at timestamptz) returns boolean
language sql immutable
as $$ select status = 'A' and (ends_at is null or ends_at > at) $$;

create or replace function identity.active_members(tenant bigint) returns setof bigint
language sql stable
as $$
  select m.user_id from identity.membership m join identity."user" u on u.id = m.user_id
  where m.tenant_number = tenant and identity.is_active(m.status, m.ends_at, now()) and u.status = 'A'
$$;

create or replace function identity.reached_tenants(person bigint, never bigint)
returns table (number bigint, member_of bigint, permissions text[])
language sql stable
as $$
  with recursive below (number, member_of, steps, goes_on) as (
    select m.tenant_number, m.tenant_number, 0, m.reaches_below
    from identity.membership m join identity.tenant t on t.number = m.tenant_number
    where m.user_id = person and identity.is_active(m.status, m.ends_at, now()) and t.status = 'ACTIVE'
    union all
    select t.number, b.member_of, b.steps + 1, true
    from below b join identity.tenant t on t.parent_number = b.number
    where t.number <> never and b.goes_on
  ) cycle number set again using trail,
  nearest as (select distinct on (b.number) b.number, b.member_of from below b where not b.again order by b.number, b.steps)
  select n.number, n.member_of, array(
    select distinct rp.permission_key::text
    from identity.held_roles(person, n.member_of) as held join identity.role_permission rp on rp.role_id = held)
  from nearest n
$$;

-- A tenant and those that stand below it, each with its distance. None leads into `never`.
create function identity.tenants_below(top bigint, never bigint)
returns table (number bigint, level integer)
language sql stable
as $$
  with recursive below (number, level) as (
    select t.number, 0 from identity.tenant t where t.number = top
    union all
    select t.number, b.level + 1 from below b join identity.tenant t on t.parent_number = b.number where t.number <> never
  ) cycle number set again using trail
  select b.number, min(b.level) from below b where not b.again group by b.number
$$;
