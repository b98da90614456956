-- Browsers that somebody asked to be told in.
create table push_subscription (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  user_id bigint not null references identity."user" (id) on delete cascade,
  -- Address of the browser's push service; whoever knows it and our key can write to that browser.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (organisation_id, id)
);
create index push_subscription_person on push_subscription (user_id, created_at);
-- A browser belongs to whoever asked in it last. At most 1024 characters of ASCII.
create unique index push_subscription_endpoint on push_subscription (endpoint);

-- The installation's own pair of keys (VAPID, RFC 8292), made at the first need; one row.
create table push_key (
  id integer primary key constraint push_key_one check (id = 1),
  public_key text not null,
  private_key text not null,
  created_at timestamptz not null
);
