-- What people see on photos of waste. An answer changes nothing until a batch publishes it.
create table vision_batch (
  organisation_id bigint not null,
  id bigint generated always as identity,
  published_by bigint not null,
  published_at timestamptz not null,
  undone_by bigint,
  undone_at timestamptz,
  primary key (organisation_id, id)
);

create table vision_label (
  organisation_id bigint not null,
  id bigint generated always as identity,
  event_id bigint not null,
  user_id bigint not null,
  kind text not null check (kind in ('item', 'split', 'notFood', 'unreadable')),
  -- [{ "itemId": 1, "share": 100 }]: shares in percent, which add up to 100; none for what has no item.
  parts jsonb not null,
  -- The same as one text: two answers agree where these are equal.
  answer text not null,
  -- Another person is to answer too, before it is published.
  second_wanted boolean not null default false,
  state text not null default 'OPEN' check (state in ('OPEN', 'REPLACED', 'PUBLISHED')),
  batch_id bigint,
  at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, batch_id) references vision_batch (organisation_id, id),
  check ((state = 'PUBLISHED') = (batch_id is not null))
);
-- Somebody has one answer about an event at a time.
create unique index vision_label_open on vision_label (organisation_id, event_id, user_id) where state = 'OPEN';
create index vision_label_published on vision_label (organisation_id, id) where state = 'PUBLISHED';
create index vision_label_event on vision_label (organisation_id, event_id);

create table vision_batch_event (
  organisation_id bigint not null,
  batch_id bigint not null,
  event_id bigint not null,
  label_id bigint not null,
  outcome text not null check (outcome in ('written', 'same', 'returned', 'left')),
  -- What the event was before, where it was changed.
  revision_id bigint,
  -- The newest revision when the batch was published; the event is given back only while that is still so.
  standing bigint not null,
  part_ids bigint[] not null default '{}',
  primary key (organisation_id, batch_id, event_id),
  foreign key (organisation_id, batch_id) references vision_batch (organisation_id, id)
);
