-- apart: made while people sign in
-- The few of very many whose password is known from a data breach.
drop index concurrently if exists identity.user_password_breached;
create index concurrently user_password_breached on identity."user" (id) where password_breached_at is not null;
