-- The issuer that has sent groups before: one that does, and sends none for somebody, says that they are in none.
alter table identity.sso_config add column groups_issuer text;
