-- apart: made while people sign in
drop index concurrently if exists identity.tenant_by_alias;
create unique index concurrently tenant_by_alias on identity.tenant (lower(alias)) where alias is not null;
