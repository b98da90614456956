-- A tenant that was deleted from above is suspended and stands in no tree; whoever opens it again brings it back.
alter table identity.tenant add column deleted_at timestamptz;

-- Whoever has tenants below looks after them.
update identity.tenant set is_reseller = true where number in (select t.parent_number from identity.tenant t);

create or replace function identity.tenants_below(top bigint, never bigint)
returns table (number bigint, level integer)
language sql stable
as $$
  with recursive below (number, level) as (
    select t.number, 0 from identity.tenant t where t.number = top
    union all
    select t.number, b.level + 1 from below b join identity.tenant t on t.parent_number = b.number where t.number <> never and t.deleted_at is null
  ) cycle number set again using trail
  select b.number, min(b.level) from below b where not b.again group by b.number
$$;

-- The way from a tenant up to another one, with the steps up; nothing where it does not stand below that one, or is it.
create function identity.tenants_between(low bigint, top bigint, never bigint)
returns table (number bigint, steps integer)
language sql stable
as $$
  with recursive up (number, steps) as (
    select t.number, 0 from identity.tenant t where t.number = low and (t.number = top or (t.number <> never and t.deleted_at is null))
    union all
    select p.number, u.steps + 1 from up u join identity.tenant t on t.number = u.number join identity.tenant p on p.number = t.parent_number
    where u.number <> top and (p.number = top or (p.number <> never and p.deleted_at is null))
  ) cycle number set again using trail
  select u.number, u.steps from up u where not u.again and exists (select 1 from up goal where goal.number = top)
$$;
