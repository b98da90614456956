-- Whoever others have narrowed to sites; who narrows themselves lifts it again by themselves.
create or replace function identity.is_limited(person bigint, tenant bigint) returns boolean
language sql stable
as $$ select exists (select 1 from restricted_person p where p.organisation_id = tenant and p.user_id = person) $$;
