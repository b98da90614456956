-- Whether what somebody agreed to before will do (kept), they are to be asked in any case (ask), or they said no (denied).
alter table identity.oauth_request add column consent text not null default 'kept' check (consent in ('kept', 'ask', 'denied'));
