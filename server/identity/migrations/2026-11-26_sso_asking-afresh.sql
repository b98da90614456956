-- Whether the provider was told to ask whoever sits there, whatever session of its own they have.
alter table identity.sso_request add column afresh boolean not null default false;
