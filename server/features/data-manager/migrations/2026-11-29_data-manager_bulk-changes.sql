-- One change of many events: what it would do, how far it is, and what it did, so that it can be taken back as one.
create table bulk_change (
  organisation_id bigint not null,
  id bigint generated always as identity,
  change jsonb not null,
  reason text not null check (length(reason) between 1 and 500),
  state text not null check (state in ('COUNTING', 'COUNTED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'STOPPED')),
  -- Whoever asked for the step that is under way: it is done with their rights.
  by_user_id bigint not null,
  by_login text not null,
  created_at timestamptz not null,
  alive_at timestamptz not null,
  finished_at timestamptz,
  undo_reason text,
  undone_at timestamptz,
  -- As counted before it ran.
  sums jsonb not null,
  primary key (organisation_id, id),
  foreign key (organisation_id) references organisation (id)
);

create table bulk_change_row (
  organisation_id bigint not null,
  bulk_id bigint not null,
  event_id bigint not null,
  -- The event's newest revision when it was counted.
  standing bigint,
  -- null: not counted yet.
  outcome text check (outcome in ('changes', 'same', 'refused', 'written', 'returned', 'left')),
  -- Why it was refused, or left.
  code text,
  -- What was kept of it when it was changed.
  revision_id bigint,
  primary key (organisation_id, bulk_id, event_id),
  foreign key (organisation_id, bulk_id) references bulk_change (organisation_id, id)
);
