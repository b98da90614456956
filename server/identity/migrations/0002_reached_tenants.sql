-- What the product may know of memberships: the tenants that a person belongs to or that stand below one of those, each with the
-- nearest membership that leads there and the permissions of its roles. Tenants may stand below each other in a circle, which ends
-- the walk; none leads into `never`.
create function identity.reached_tenants(person bigint, never bigint)
returns table (number bigint, member_of bigint, permissions text[])
language sql stable
as $$
  with recursive below (number, member_of, steps) as (
    select m.tenant_number, m.tenant_number, 0
    from identity.membership m join identity.tenant t on t.number = m.tenant_number
    where m.user_id = person and m.status = 'A' and t.status = 'ACTIVE'
    union all
    select t.number, b.member_of, b.steps + 1
    from below b join identity.tenant t on t.parent_number = b.number
    where t.number <> never
  ) cycle number set again using trail,
  nearest as (select distinct on (b.number) b.number, b.member_of from below b where not b.again order by b.number, b.steps)
  select n.number, n.member_of, array(
    select distinct rp.permission_key::text
    from identity.membership_role mr join identity.role_permission rp on rp.role_id = mr.role_id
    where mr.tenant_number = n.member_of and mr.user_id = person)
  from nearest n
$$;
