-- Whether somebody sees but a part of a tenant, and so changes nobody's rights there. Whoever keeps that replaces this.
create function identity.is_limited(person bigint, tenant bigint) returns boolean
language sql stable
as $$ select false $$;
