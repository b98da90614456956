-- What the product may know of people; nothing of it opens an account.
create view identity.person as
  select id, uuid, login, email, full_name, status, locale, sso_user, last_sign_in_at, created_at from identity."user";

-- The tenants that show a person, whatever the state of the membership.
create function identity.tenants_of(person bigint) returns setof bigint
language sql stable
as $$ select tenant_number from identity.membership where user_id = person $$;
