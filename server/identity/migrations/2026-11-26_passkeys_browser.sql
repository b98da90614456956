-- The hash of what the browser keeps that asked; null for challenges of the build before and for those that a session binds.
alter table identity.webauthn_challenge add column browser_hash bytea;
