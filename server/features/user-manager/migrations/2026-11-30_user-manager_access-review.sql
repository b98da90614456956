-- A look at everyone who can sign in: whether they still need what they can see and do.
create table access_review (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null check (length(name) between 1 and 100),
  started_at timestamptz not null,
  started_by bigint not null,
  signed_at timestamptz,
  signed_by bigint,
  statement text check (length(statement) <= 1000),
  primary key (organisation_id, id),
  check ((signed_at is null) = (signed_by is null))
);
-- One at a time: two would decide about the same people.
create unique index access_review_open on access_review (organisation_id) where signed_at is null;

-- What was decided about a person, with what they could do then; names are read where they are shown.
create table access_review_entry (
  organisation_id bigint not null,
  review_id bigint not null,
  user_id bigint not null,
  decision text not null check (decision in ('keep', 'remove')),
  note text check (length(note) <= 500),
  decided_by bigint not null,
  decided_at timestamptz not null,
  -- Names the access that was decided about, so that a later change of it asks again.
  mark text not null,
  -- [{key, name, builtIn}]
  roles jsonb not null,
  -- {sites, locations}; null: the whole organization
  secured jsonb,
  status text not null,
  last_sign_in_at timestamptz,
  primary key (organisation_id, review_id, user_id),
  foreign key (organisation_id, review_id) references access_review (organisation_id, id) on delete cascade
);
create index access_review_entry_person on access_review_entry (user_id);
