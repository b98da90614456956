-- Reports as one person wants to see them again: the page with its filters, by a name of their own.
create table saved_view (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  user_id bigint not null references identity."user" (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- Path and query on our own origin.
  path text not null check (path like '/%'),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null,
  primary key (organisation_id, id)
);
create unique index saved_view_name on saved_view (organisation_id, user_id, path, lower(name));
create index saved_view_person on saved_view (user_id);
