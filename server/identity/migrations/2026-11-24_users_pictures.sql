-- Pictures of people, as we made them anew; the id is the only way to one and changes with it.
create table identity.picture (
  user_id bigint primary key references identity."user" (id) on delete cascade,
  id uuid not null unique default gen_random_uuid(),
  content bytea not null,
  changed_at timestamptz not null
);
