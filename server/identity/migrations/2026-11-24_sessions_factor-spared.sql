-- Tenants that force a second factor, in which a session goes on without one: its browser was remembered when it signed in, or it is
-- that of whoever decided on the force.
alter table identity.session add column factor_spared_in bigint[] not null default '{}';
