-- A name that somebody who weighs has missed among the items, until somebody who may change them has decided.
create table item_proposal (
  organisation_id bigint not null references organisation (id),
  id bigint generated always as identity,
  name text not null,
  proposed_by bigint,
  proposed_at timestamptz not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'ACCEPTED', 'DISMISSED')),
  item_id bigint,
  decided_by bigint,
  decided_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, item_id) references ref_value (organisation_id, id)
);
create unique index item_proposal_open on item_proposal (organisation_id, lower(name)) where state = 'OPEN';
-- What was weighed under the name.
create table item_proposal_event (
  organisation_id bigint not null,
  event_id bigint not null,
  proposal_id bigint not null,
  primary key (organisation_id, event_id),
  foreign key (organisation_id, proposal_id) references item_proposal (organisation_id, id)
);
create index item_proposal_event_proposal on item_proposal_event (organisation_id, proposal_id);
