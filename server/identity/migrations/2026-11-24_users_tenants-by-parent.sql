-- apart: made while tenants are read with each request
-- The tenants right below one are found among all.
drop index concurrently if exists identity.tenant_parent;
create index concurrently tenant_parent on identity.tenant (parent_number);
