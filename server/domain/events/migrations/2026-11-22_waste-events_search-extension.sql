-- Trusted: an owner of the database who is no superuser may create it.
create extension if not exists pg_trgm;
