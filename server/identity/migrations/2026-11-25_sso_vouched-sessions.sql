-- The tenant whose provider vouched for whoever sits in the session.
alter table identity.session add column sso_tenant_number bigint;
