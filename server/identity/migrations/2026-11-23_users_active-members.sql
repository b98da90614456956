-- Who belongs to a tenant: people that are not switched off, with a membership that is not either.
create function identity.active_members(tenant bigint) returns setof bigint
language sql stable
as $$
  select m.user_id from identity.membership m join identity."user" u on u.id = m.user_id
  where m.tenant_number = tenant and m.status = 'A' and u.status = 'A'
$$;
