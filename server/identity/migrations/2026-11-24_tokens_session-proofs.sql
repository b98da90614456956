-- How and when somebody proved themselves in a session, and how often its refresh token was replaced: the token carries that number
-- and a code that only the installation can make. Of the newest replacements the instants are kept.
alter table identity.session
  add column authenticated_at timestamptz,
  add column amr text[] not null default '{pwd}',
  add column refreshes integer not null default 0,
  add column refreshed_at timestamptz[] not null default '{}';
