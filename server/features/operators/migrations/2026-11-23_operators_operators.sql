-- Who stands at a tracker: a name that the kitchen uses, and a number that only its bearer knows.
create table operator (
  organisation_id bigint not null,
  id bigint generated always as identity,
  location_id bigint not null,
  alias text not null check (length(alias) between 1 and 50),
  locale text not null,
  pin_hash text not null,
  pin_set_at timestamptz not null,
  failed_pins integer not null default 0,
  locked_until timestamptz,
  status char(1) not null default 'A' check (status in ('A', 'I')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, location_id) references location (organisation_id, id)
);
-- Whoever has left may have had the name of somebody who comes.
create unique index operator_alias on operator (organisation_id, location_id, lower(alias)) where status = 'A';
