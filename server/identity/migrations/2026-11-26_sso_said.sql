-- What a provider last said of somebody: a profile follows where that changes, and what is edited here stays otherwise.
alter table identity.sso_identity
  add column said_email text,
  add column said_name text;
